import type { z } from 'zod'
import { catalogo } from '../../core/catalog.ts'
import { DE_LOS_LIBROS } from '../../core/dinero/moneda.ts'
import { AYUDA_FORMA } from '../../core/documento/forma-escrita.ts'
import {
  booleano,
  type Campo,
  lista,
  monto,
  opcional,
  pais,
  referencia,
  seleccion,
  seleccionDe,
  texto,
} from '../../core/fields.ts'
import { textoPlano } from '../../core/texto/texto.ts'
import { cabecera } from './contract/cabecera.ts'
import { type CampoPago, TIPOS_CAMPO } from './rules/datos-pago.ts'
import { faltaPatron } from './rules/patron.ts'

const forma = texto('Forma', { max: 120, ayuda: AYUDA_FORMA })
const patron: Campo<z.ZodType<string>> = {
  ...forma,
  control: { ...forma.control, forma: true },
  schema: textoPlano(1, 120).superRefine((text, ctx) => {
    const message = faltaPatron(text)
    if (message) ctx.addIssue({ code: 'custom', message, input: text })
  }),
}

/** One datum that a way of paying asks for. */
const camposDato = {
  etiqueta: texto('Etiqueta', { max: 60 }),
  clave: texto('Clave', {
    max: 30,
    patron: /^[a-z][a-z0-9_]*$/,
    mensaje: 'Use minúsculas, números y guion bajo; empiece con una letra.',
  }),
  tipo: seleccion('Tipo', TIPOS_CAMPO),
  obligatorio: booleano('Obligatorio'),
  patron: opcional(patron),
  ejemplo: opcional(texto('Ejemplo', { max: 60 })),
}

const datos = lista('Datos que pide del beneficiario', camposDato, {
  singular: 'dato',
  max: 12,
  ordenable: true,
})

const cuentas = lista(
  'Cuentas habilitadas',
  { cuenta_id: referencia('Cuenta', 'cuentas', ['nombre']) },
  {
    singular: 'cuenta',
    max: 60,
    ayuda: 'Las únicas por las que entra o sale. Sin ninguna, sirve toda cuenta de su clase.',
  },
)

const PORCENTAJE = { decimales: 3, min: '0.001', max: '20', unidad: '%' }
const EN_LIBROS = { min: '0.01', unidad: DE_LOS_LIBROS }
const positivo = (etiqueta: string) => monto(etiqueta, { min: '0.01' })

/** An account is named once. */
function revisarCuentas(rows: readonly { cuenta_id: number }[], ctx: z.core.$RefinementCtx) {
  for (const [n, { cuenta_id }] of rows.entries()) {
    if (!rows.slice(0, n).some((row) => row.cuenta_id === cuenta_id)) continue
    const message = 'Esa cuenta ya está en la lista.'
    ctx.addIssue({ code: 'custom', message, path: [n, 'cuenta_id'], input: cuenta_id })
  }
}

/** Keys are unique, and entity and document are asked for at most once. */
function revisarDatos(
  campos: readonly Pick<CampoPago, 'clave' | 'tipo'>[],
  ctx: z.core.$RefinementCtx,
) {
  for (const [n, { clave, tipo }] of campos.entries()) {
    const before = campos.slice(0, n)
    const falla = (campo: string, message: string) =>
      ctx.addIssue({ code: 'custom', message, path: [n, campo], input: clave })
    if (before.some((campo) => campo.clave === clave))
      falla('clave', 'Esa clave ya está en la lista.')
    if (
      (tipo === 'entidad' || tipo === 'documento') &&
      before.some((campo) => campo.tipo === tipo)
    ) {
      falla('tipo', 'Ese dato ya se pide.')
    }
  }
}

export const tiposPagos = catalogo({
  ...cabecera,
  campos: {
    codigo: texto('Código', {
      max: 30,
      patron: /^[A-Z0-9_]+$/,
      mensaje: 'Use solo letras mayúsculas, números y guion bajo.',
    }),
    nombre: texto('Nombre', { max: 60 }),
    sentido: seleccionDe<'tipos_pagos.sentido'>('Sentido', {
      entra: 'Entra',
      sale: 'Sale',
      ambos: 'Ambos',
    }),
    pais: opcional(pais()),
    moneda_id: opcional(referencia('Moneda', 'monedas', ['iso', 'nombre'])),
    efectivo: booleano('Es efectivo'),
    pide_referencia: booleano('Pide referencia'),
    pide_comprobante: booleano('Pide comprobante'),
    requiere_verificacion: booleano('Requiere verificación', {
      ayuda: 'La línea de pago queda por verificar y la operación, pendiente.',
    }),
    tarifa_pct: opcional(
      monto('Tarifa al cliente', {
        ...PORCENTAJE,
        ayuda: 'Se suma a lo que el cliente paga, o se resta de lo que recibe.',
      }),
    ),
    tarifa_fija: opcional(
      monto('Tarifa fija', {
        ...EN_LIBROS,
        ayuda: 'De un tipo de pago de otra moneda es la única tarifa, y va aparte.',
      }),
    ),
    tarifa_min: opcional(monto('Tarifa mínima', EN_LIBROS)),
    tarifa_max: opcional(monto('Tarifa máxima', EN_LIBROS)),
    costo_pct: opcional(
      monto('Costo para la casa', {
        ...PORCENTAJE,
        ayuda: 'Lo que el banco o el POS descuenta de la cuenta: es un gasto de la operación.',
      }),
    ),
    costo_fijo: opcional(positivo('Costo fijo')),
    costo_pago_pct: opcional(
      monto('Costo por pago', {
        ...{ decimales: 3, max: '20', unidad: '%' },
        ayuda:
          'Lo que el banco cobra por pagar así una orden; 0 si nada. Sin escribirlo vale la comisión por salida de la cuenta.',
      }),
    ),
    costo_pago_fijo: opcional(monto('Costo fijo por pago')),
    tope_op: opcional(
      monto('Tope por operación', {
        ayuda: 'Los topes van en la moneda del tipo de pago; sin moneda, en la de cada pago.',
      }),
    ),
    tope_dia: opcional(monto('Tope por día')),
    tope_mes: opcional(monto('Tope por mes')),
    cuentas: { ...cuentas, schema: cuentas.schema.superRefine(revisarCuentas) },
    campos: { ...datos, schema: datos.schema.superRefine(revisarDatos) },
  },
  lista: [
    'nombre',
    'codigo',
    'sentido',
    'pais',
    'moneda_id',
    'pide_referencia',
    'pide_comprobante',
    'tope_op',
  ],
  busca: ['nombre', 'codigo'],
})

export const contrato = tiposPagos.contrato
