import type { z } from 'zod'
import { faltaDocumento } from '../../../core/documento/documentos.ts'
import { type Campo, entero, monto, texto } from '../../../core/fields.ts'
import { ruc, siNo, soles, usd, vacio } from './campos.ts'

/** Titles of the groups, in the order of the screen. */
export const GRUPOS = {
  empresa: 'Empresa',
  tasas: 'Tasas y cotizaciones',
  mostrador: 'Mostrador',
  ordenes: 'Órdenes',
  comisiones: 'Comisiones',
  cumplimiento: 'Identificación del cliente',
  aprobaciones: 'Aprobaciones',
  sesion: 'Sesiones',
} as const

export interface Ajuste<T extends z.ZodType = z.ZodType> {
  grupo: keyof typeof GRUPOS
  campo: Campo<T>
  /** Where the database keeps it: a key of `ajustes`, or a member of one of its objects (`empresa.ruc`). */
  clave: string
}

/**
 * Every setting that people change, one line each: group, field (label, help, type, bounds) and the key under which SQL
 * reads it with `ajuste(clave)`. A new setting is one line here and, in a migration, a row of `ajustes` with its first
 * value and a row of `ajustes_reglas` with the same bounds; a test compares both tables. Never list a secret: whoever
 * may see the settings receives everything listed.
 */
export const AJUSTES = {
  razon_social: {
    grupo: 'empresa',
    campo: texto('Razón social', { max: 120 }),
    clave: 'empresa.razon_social',
  },
  ruc: {
    grupo: 'empresa',
    campo: vacio({
      ...ruc,
      schema: ruc.schema.superRefine((text, ctx) => {
        const message = faltaDocumento('RUC', text)
        if (message) ctx.addIssue({ code: 'custom', message, input: text })
      }),
    }),
    clave: 'empresa.ruc',
  },
  registro_sbs: {
    grupo: 'empresa',
    campo: vacio(texto('Registro SBS', { max: 40, ayuda: 'Número de registro de cambista.' })),
    clave: 'empresa.registro_sbs',
  },
  direccion: {
    grupo: 'empresa',
    campo: vacio(texto('Dirección', { max: 200 })),
    clave: 'empresa.direccion',
  },
  bloqueo_minutos: {
    grupo: 'tasas',
    campo: entero('Vigencia de una cotización (min)', {
      min: 0,
      max: 1440,
      ayuda:
        'Cuánto se respeta una tasa cotizada si después cambia. Cada tipo de cambio puede tener la suya.',
    }),
    clave: 'bloqueo_minutos',
  },
  tasa_rancia_horas: {
    grupo: 'tasas',
    campo: entero('Aviso de tasa sin confirmar (h)', {
      min: 1,
      max: 8760,
      ayuda: 'Desde esa edad se advierte; desde el doble ya no se cotiza.',
    }),
    clave: 'tasa_rancia_horas',
  },
  duplicado_minutos: {
    grupo: 'mostrador',
    campo: entero('Operación repetida (min)', {
      min: 0,
      max: 1440,
      ayuda: 'Mismo cliente y monto en ese lapso: se pide confirmar. 0: no se pregunta.',
    }),
    clave: 'duplicado_minutos',
  },
  transferencia_desvio_pct: {
    grupo: 'tasas',
    campo: monto('Desvío de una conversión propia', {
      unidad: '%',
      max: '100',
      ayuda: 'Más lejos del mercado se pide escribir de nuevo la tasa.',
    }),
    clave: 'transferencia_desvio_pct',
  },
  exigir_turno: {
    grupo: 'mostrador',
    campo: siNo(
      'Exigir turno de caja',
      'Una caja solo recibe movimientos mientras su cajero tiene el turno abierto.',
    ),
    clave: 'exigir_turno',
  },
  orden_doble_control_usd: {
    grupo: 'ordenes',
    campo: usd(
      'Doble control desde',
      'Por encima de ese equivalente, quien verificó el cobro no paga la orden.',
    ),
    clave: 'orden_doble_control_usd',
  },
  orden_sla_minutos: {
    grupo: 'ordenes',
    campo: entero('Plazo para pagar una orden (min)', {
      min: 5,
      max: 10_080,
      ayuda: 'Desde que el cliente pagó. Después se marca y se avisa; lo observado no cuenta.',
    }),
    clave: 'orden_sla_minutos',
  },
  orden_anular_vencida_horas: {
    grupo: 'ordenes',
    campo: entero('Anular órdenes vencidas a las (h)', {
      min: 0,
      max: 8760,
      ayuda:
        'Desde que venció la cotización, si el cliente no pagó nada. Con 0 no se anulan solas.',
    }),
    clave: 'orden_anular_vencida_horas',
  },
  comisiones_arrastre: {
    grupo: 'comisiones',
    campo: siNo(
      'Descontar lo negativo',
      'Una operación con margen o ganancia negativa descuenta de las comisiones siguientes. Apagado: vale cero.',
    ),
    clave: 'comisiones_arrastre',
  },
  umbral_identificacion_usd: {
    grupo: 'cumplimiento',
    campo: usd('Identificar desde', 'Equivalente por operación desde el que se pide el documento.'),
    clave: 'umbral_identificacion_usd',
  },
  umbral_declaracion_usd: {
    grupo: 'cumplimiento',
    campo: usd(
      'Declaración jurada desde',
      'Equivalente acumulado en el mes desde el que se piden los datos completos.',
    ),
    clave: 'umbral_declaracion_usd',
  },
  ro_unica_usd: {
    grupo: 'cumplimiento',
    campo: usd(
      'Registro de Operaciones: una operación desde',
      'Equivalente desde el que una operación entra al registro que pide la SBS.',
    ),
    clave: 'ro_unica_usd',
  },
  ro_multiple_usd: {
    grupo: 'cumplimiento',
    campo: usd(
      'Registro de Operaciones: acumulado del mes desde',
      'Cuando un cliente lo alcanza en el mes, entran todas sus operaciones de ese mes.',
    ),
    clave: 'ro_multiple_usd',
  },
  aprobacion_cliente_meses: {
    grupo: 'cumplimiento',
    campo: entero('Aprobación de cumplimiento (meses)', { min: 0, max: 60, ayuda: '0: no vence.' }),
    clave: 'aprobacion_cliente_meses',
  },
  ajuste_aprobacion_pen: {
    grupo: 'aprobaciones',
    campo: soles(
      'Ajustar saldo sin aprobación hasta',
      'Al costo, sumando los que la misma persona ya aplicó sola ese día.',
    ),
    clave: 'ajuste_aprobacion_pen',
  },
  gasto_aprobacion_pen: {
    grupo: 'aprobaciones',
    campo: soles(
      'Pagar un gasto sin aprobación hasta',
      'De cada gasto, al costo o al precio del día, el que sea mayor.',
    ),
    clave: 'gasto_aprobacion_pen',
  },
  aprobacion_limite_pen: {
    grupo: 'aprobaciones',
    campo: soles(
      'Un gerente aprueba hasta',
      'Ajustes, gastos y diferencias de caja de otros. Por encima responde quien aprueba cualquier monto.',
    ),
    clave: 'aprobacion_limite_pen',
  },
  turno_nota_pen: {
    grupo: 'aprobaciones',
    campo: soles(
      'Aprobar una caja sin nota hasta',
      'Sumando faltantes y sobrantes del cierre. Por encima, quien lo aprueba escribe qué revisó.',
    ),
    clave: 'turno_nota_pen',
  },
  autorizacion_minutos: {
    grupo: 'aprobaciones',
    campo: entero('Vigencia de una tasa autorizada (min)', {
      min: 1,
      max: 120,
      ayuda: 'Cuánto espera la solicitud del cajero, y cuánto tiene para usarla una vez aprobada.',
    }),
    clave: 'autorizacion_minutos',
  },
  sesion_inactiva_minutos: {
    grupo: 'sesion',
    campo: entero('Cierre por inactividad (min)', { min: 5, max: 720 }),
    clave: 'sesion_inactiva_minutos',
  },
  sesion_maxima_horas: {
    grupo: 'sesion',
    campo: entero('Duración máxima (h)', {
      min: 1,
      max: 24,
      ayuda: 'Después hay que ingresar de nuevo. Vale para las sesiones que se abran desde ahora.',
    }),
    clave: 'sesion_maxima_horas',
  },
  sesiones_por_usuario: {
    grupo: 'sesion',
    campo: entero('Sesiones por usuario', {
      min: 1,
      max: 20,
      ayuda: 'Al abrir una más termina la que lleva más tiempo sin uso.',
    }),
    clave: 'sesiones_por_usuario',
  },
  bloqueo_pantalla_minutos: {
    grupo: 'sesion',
    campo: entero('Bloqueo de pantalla (min)', {
      min: 0,
      max: 120,
      ayuda: 'Sin tecla ni ratón, la pantalla se oculta y pide la contraseña. 0: nunca.',
    }),
    clave: 'bloqueo_pantalla_minutos',
  },
  password_temporal_horas: {
    grupo: 'sesion',
    campo: entero('Vigencia de la contraseña temporal (h)', {
      min: 1,
      max: 720,
      ayuda: 'Cuánto tiene un usuario nuevo para ingresar y elegir la suya.',
    }),
    clave: 'password_temporal_horas',
  },
} satisfies Record<string, Ajuste>
