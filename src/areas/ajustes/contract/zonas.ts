import { LIMA } from '../../../core/zona.ts'

/**
 * The time zones that a house may choose, by their names in the IANA database. Where the clocks of several
 * countries agree all year, each still has its own name: a law may part them. Where clocks are set back over midnight
 * (Havana) a day would begin twice, which no zone of this list does.
 */
export const ZONAS = {
  [LIMA]: 'Lima (Perú)',
  'America/Argentina/Buenos_Aires': 'Buenos Aires (Argentina)',
  'America/La_Paz': 'La Paz (Bolivia)',
  'America/Sao_Paulo': 'São Paulo (Brasil)',
  'America/Manaus': 'Manaos (Brasil)',
  'America/Santiago': 'Santiago (Chile)',
  'America/Punta_Arenas': 'Punta Arenas (Chile)',
  'America/Bogota': 'Bogotá (Colombia)',
  'America/Costa_Rica': 'San José (Costa Rica)',
  'America/Guayaquil': 'Guayaquil (Ecuador)',
  'America/El_Salvador': 'San Salvador (El Salvador)',
  'Europe/Madrid': 'Madrid (España)',
  'Atlantic/Canary': 'Las Palmas (España)',
  'America/New_York': 'Nueva York, Miami (EE. UU.)',
  'America/Chicago': 'Chicago, Houston (EE. UU.)',
  'America/Denver': 'Denver (EE. UU.)',
  'America/Los_Angeles': 'Los Ángeles (EE. UU.)',
  'America/Guatemala': 'Guatemala',
  'America/Tegucigalpa': 'Tegucigalpa (Honduras)',
  'America/Mexico_City': 'Ciudad de México',
  'America/Monterrey': 'Monterrey (México)',
  'America/Tijuana': 'Tijuana (México)',
  'America/Cancun': 'Cancún (México)',
  'America/Managua': 'Managua (Nicaragua)',
  'America/Panama': 'Panamá',
  'America/Asuncion': 'Asunción (Paraguay)',
  'America/Puerto_Rico': 'San Juan (Puerto Rico)',
  'America/Santo_Domingo': 'Santo Domingo (Rep. Dominicana)',
  'America/Montevideo': 'Montevideo (Uruguay)',
  'America/Caracas': 'Caracas (Venezuela)',
} as const
