import type { Endpoint } from '../../core/contract.ts'

/** What a call does, where its address is a noun. */
const DE_NOMBRES: Record<string, string> = {
  beneficiario: 'cambiar',
  cierres: 'cerrar',
  'compra-venta': 'publicar',
  editar: 'guardar',
  estado: 'cambiar el estado',
  estatus: 'cambiar el estado',
  pagos: 'pagar',
  password: 'cambiar la contraseña',
  rol: 'cambiar el rol',
  secreto: 'generar otro',
  'segundo-factor': 'cambiar el segundo factor',
  sesiones: 'cerrar la sesión',
  tasa: 'publicar',
  telegram: 'apagar',
  turnos: 'abrir',
}

/** What the button says that confirms this call: `Confirmar y pagar`, `Confirmar e importar`. */
export function botonDe(llamada: Parameters<typeof verboDe>[0]): string {
  const verbo = verboDe(llamada)
  return `Confirmar ${verbo.startsWith('i') ? 'e' : 'y'} ${verbo}`
}

function verboDe({ path, method, dinero }: Pick<Endpoint, 'path' | 'method' | 'dinero'>) {
  const last = path.split('/').findLast((part) => !part.startsWith(':')) ?? ''
  const known = DE_NOMBRES[last]
  if (known) return known
  if (/^[a-z]+(ar|er|ir)$/.test(last)) return last
  return dinero ? 'registrar' : method === 'POST' ? 'crear' : 'guardar'
}
