import { aporte } from '../../web/marco/aportes.ts'
import { ACCIONES } from '../../web/operacion/acciones.ts'
import { campos as ajustes } from '../ajustes/contract.ts'
import { campos as clientes } from '../clientes/contract.ts'
import { campos as comisiones } from '../comisiones/contract.ts'
import { campos as comprasVentas } from '../compras-ventas/contract.ts'
import { campos as cuentas } from '../cuentas/contract.ts'
import { entidades } from '../entidades-financieras/contract.ts'
import { monedas } from '../monedas/contract.ts'
import { camposPrecio, campos as pares } from '../pares-divisas/contract.ts'
import { campos as pizarra } from '../pizarra/contract.ts'
import { campos as telegram } from '../telegram/contract.ts'
import { camposModo, campos as tiposCambios } from '../tipos-cambios/contract.ts'
import { tiposPagos } from '../tipos-pagos/contract.ts'
import { campos as usuarios } from '../usuarios/contract.ts'

/** Labels of fields that no form has. */
const OTROS: Record<string, string> = {
  numero: 'Número',
  ahora: 'Hora confirmada',
  lapso: 'El reloj iba',
  vigencias_corregidas: 'Tasas traídas a esa hora',
  activo: 'Activo',
  pedido: 'Lo que pidió',
  permiso: 'Permiso que faltó',
  permisos: 'Permisos',
  pago_id: 'Pago',
  adjunto_id: 'Comprobante',
  comprobante_id: 'Comprobante',
  denominaciones: 'Efectivo contado',
  recibido: 'Recibido en efectivo',
  declaracion: 'Declaración de fondos',
  destino: 'Destino',
  sha256: 'Huella del archivo',
  cliente_id: 'Cliente',
  divisa_id: 'Divisa',
  historico_id: 'Tasa usada',
  tasa_manual: 'Tasa manual',
  tipo_pago_id: 'Tipo de pago',
  cuenta_id: 'Cuenta',
  campos: 'Datos del pago',
  huella: 'Cuenta del beneficiario',
  parentesco: 'Parentesco',
  alias: 'Alias',
  verificado: 'Verificado',
  recibimos: 'Recibimos',
  entregamos: 'Entregamos',
  mantener_tasa: 'Mantuvo la tasa',
  confirmo_duplicado: 'Confirmó que no es la misma',
  contravalor: 'Contravalor',
  monto: 'Monto',
  servicio: 'Servicio',
  tipo: 'Tipo',
  tasa: 'Tasa',
  origen: 'Origen',
  estado: 'Estado',
  estatus: 'Activo',
  formato: 'Formato',
  filtros: 'Filtros',
  desde: 'Desde',
  hasta: 'Hasta',
  evento: 'Evento',
  chats: 'Chats',
  eventos: 'Eventos',
  url: 'Dirección',
  envio: 'Envío',
  envios: 'Envíos',
  mensaje: 'Identificador',
  version: 'Versión',
  usuario: 'Usuario',
  rol_slug: 'Rol',
}

const DE_FORMULARIOS: Record<string, { etiqueta: string }> = Object.assign(
  {},
  comisiones,
  ...[ajustes, pizarra, telegram, usuarios, comprasVentas, monedas.campos, entidades.campos],
  ...[tiposPagos.campos, pares, camposPrecio, camposModo, tiposCambios, cuentas, clientes],
)

const palabra = (nombre: string): string => {
  if (/^\d+$/.test(nombre)) return nombre
  const found = OTROS[nombre] ?? DE_FORMULARIOS[nombre]?.etiqueta
  const plain = nombre.replace(/_id$/, '').replaceAll('_', ' ')
  return found ?? plain.charAt(0).toUpperCase() + plain.slice(1)
}

/** Path of a field in words: `['recibimos', '2', 'monto']` gives Recibimos 2, Monto. */
export function nombreDe(lugar: readonly string[]): string {
  return lugar
    .map(palabra)
    .join(' › ')
    .replaceAll(/ › (\d+)/g, ' $1')
}

/** Label of the area; for a denied call, of the area that was requested. */
export function areaDe(entidad: string): string {
  const clave = entidad.startsWith('/') ? (entidad.split('/')[1] ?? '') : entidad
  return aporte('auditoria')[clave]?.titulo ?? clave
}

export const accionDe = (accion: string) =>
  ACCIONES[accion] ?? `${accion.charAt(0).toUpperCase()}${accion.slice(1).replaceAll(/[_-]/g, ' ')}`
