import { entero, siNo } from './campos.ts'

/** The settings of sessions, a part of `AJUSTES`. */
export const DE_SESION = {
  jornada_desde: entero(
    'jornada_desde',
    'sesion',
    'Se trabaja desde las (h)',
    'Un ingreso fuera de estas horas queda entre las excepciones.',
  ),
  jornada_hasta: entero('jornada_hasta', 'sesion', 'Se trabaja hasta las (h)'),
  sesion_inactiva_minutos: entero(
    'sesion_inactiva_minutos',
    'sesion',
    'Cierre por inactividad (min)',
  ),
  sesion_maxima_horas: entero(
    'sesion_maxima_horas',
    'sesion',
    'Duración máxima (h)',
    'Después hay que ingresar de nuevo. Vale para las sesiones que se abran desde ahora.',
  ),
  sesiones_por_usuario: entero(
    'sesiones_por_usuario',
    'sesion',
    'Sesiones por usuario',
    'Al abrir una más termina la que lleva más tiempo sin uso.',
  ),
  bloqueo_pantalla_minutos: entero(
    'bloqueo_pantalla_minutos',
    'sesion',
    'Bloqueo de pantalla (min)',
    'Sin tecla ni ratón, la pantalla se oculta y pide la contraseña. 0: nunca.',
  ),
  salida_avisa: siNo(
    'salida_avisa',
    'sesion',
    'Salir también termina la sesión en el servidor',
    'Apagado: «Salir» la olvida en este equipo sin avisar, y en el servidor termina por inactividad. Encendido: quien tenga una copia de ella queda fuera al instante.',
  ),
  password_temporal_horas: entero(
    'password_temporal_horas',
    'sesion',
    'Vigencia de la contraseña temporal (h)',
    'Cuánto tiene un usuario nuevo para ingresar y elegir la suya.',
  ),
}
