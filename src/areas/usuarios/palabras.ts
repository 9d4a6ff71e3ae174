/** The audit actions of users and roles, in words. */
export const ACCIONES: Readonly<Record<string, string>> = {
  crear: 'Creó',
  editar: 'Editó los datos',
  rol: 'Cambió el rol',
  estatus: 'Cambió el estatus',
  restablecer: 'Restableció la contraseña',
  'terminar-sesion': 'Terminó sesiones',
  'pedir-telegram': 'Pidió un código para vincular su chat de Telegram',
  'vincular-telegram': 'Vinculó su chat de Telegram',
  'desvincular-telegram': 'Desvinculó el chat de Telegram',
  perfil: 'Cambió su correo o celular',
  password: 'Cambió su contraseña',
  'empezar-factor': 'Empezó a activar su segundo factor',
  factor: 'Activó su segundo factor',
  'codigos-factor': 'Cambió sus códigos de recuperación',
  'quitar-factor': 'Quitó el segundo factor',
  'segundo-factor': 'Cambió si se exige el segundo factor',
}

const NAVEGADORES: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const SISTEMAS: [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iPhone o iPad'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'Mac'],
  [/Linux/, 'Linux'],
]

/** `Chrome en Windows`, taken from a user agent; an unknown one is returned unchanged. */
export function dispositivo(agente: string | null): string {
  if (!agente) return 'Desconocido'
  const find = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(agente))?.[1]
  const [navegador, sistema] = [find(NAVEGADORES), find(SISTEMAS)]
  if (!navegador) return agente.slice(0, 40)
  return sistema ? `${navegador} en ${sistema}` : navegador
}
