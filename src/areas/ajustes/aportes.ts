import type { Aportes } from '../../server/aportes.ts'
import { startDiario } from '../../server/respaldo/diario.ts'
import { startRegistro } from '../../server/respaldo/registro/continuo.ts'

/** What this area contributes to the registries that main gathers. */
export const aportes: Aportes = {
  contadores: [
    {
      clave: 'reloj',
      lugar: 10,
      permiso: 'ajustes:editar',
      uno: 'reloj del equipo por confirmar: no se registra nada',
      varios: 'relojes por confirmar',
      consulta: 'SELECT count(reloj_duda())',
      pantalla: 'ajustes',
    },
    {
      clave: 'limites_por_revisar',
      lugar: 11,
      permiso: 'ajustes:editar',
      uno: 'límite por revisar: cambió la moneda de los libros',
      varios: 'límites por revisar: cambió la moneda de los libros',
      consulta: "SELECT jsonb_array_length(ajuste('limites_por_revisar'))",
      pantalla: 'ajustes',
    },
    {
      clave: 'respaldo',
      lugar: 12,
      permiso: 'ajustes:editar',
      uno: 'respaldo que falta: el último bueno tiene más de un día',
      varios: 'respaldos que faltan',
      consulta: 'SELECT respaldo_falta()::int',
      pantalla: 'ajustes',
    },
    {
      clave: 'sin_respaldo',
      lugar: 13,
      permiso: 'ajustes:editar',
      uno: 'respaldo por hacer: la casa no tiene ninguno',
      varios: 'respaldos por hacer',
      consulta: 'SELECT respaldo_nunca()::int',
      pantalla: 'ajustes',
    },
    {
      clave: 'registro',
      lugar: 14,
      permiso: 'ajustes:editar',
      uno: 'falla del registro continuo: lo último no está respaldado',
      varios: 'fallas del registro continuo',
      consulta: 'SELECT registro_falla()::int',
      pantalla: 'ajustes',
    },
    {
      clave: 'trabajos',
      lugar: 15,
      permiso: 'ajustes:editar',
      uno: 'trabajo del programa no anda',
      varios: 'trabajos del programa no andan',
      // The continuous log has a counter of its own, which lets a disk be away for ten minutes.
      consulta: "SELECT count(*) FROM trabajos_mal() WHERE trabajo <> 'registro'",
      nombra: "SELECT string_agg(nombre, ', ') FROM trabajos_mal() WHERE trabajo <> 'registro'",
      pantalla: 'ajustes',
    },
  ],
  mide: [
    {
      nombre: 'cambista_backup_timestamp_seconds',
      ayuda: 'Cuándo terminó el último respaldo bueno, en segundos desde 1970; 0: no hay ninguno',
      consulta: `SELECT coalesce(extract(epoch FROM max(fin)), 0) AS valor FROM respaldos
       WHERE bytes IS NOT NULL`,
    },
  ],
  trabajos: {
    respaldo: { nombre: 'respaldo diario', empieza: startDiario },
    registro: { nombre: 'registro continuo', empieza: startRegistro },
  },
}
