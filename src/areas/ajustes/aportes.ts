import type { Aportes } from '../../server/aportes.ts'
import { startDiario } from '../../server/respaldo/diario.ts'
import { startRegistro } from '../../server/respaldo/registro/continuo.ts'
import { startDisco } from '../../server/trabajos/disco.ts'
import { startHora } from '../../server/trabajos/hora.ts'

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
      uno: 'respaldo que falta, el último bueno tiene más de un día',
      varios: 'respaldos que faltan',
      consulta: 'SELECT respaldo_falta()::int',
      nombra: "SELECT coalesce(respaldo_falla(), 'no se hizo otro')",
      pantalla: 'ajustes',
    },
    {
      clave: 'respaldo_fallado',
      lugar: 12,
      permiso: 'ajustes:editar',
      uno: 'respaldo que falló, el último',
      varios: 'respaldos que fallaron',
      // After a day without a good one the counter before it says so.
      consulta: 'SELECT (respaldo_falla() IS NOT NULL AND NOT respaldo_falta())::int',
      nombra: 'SELECT respaldo_falla()',
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
      clave: 'archivo',
      lugar: 14,
      permiso: 'ajustes:editar',
      uno: 'registro de PostgreSQL sin archivar, lo último no está respaldado',
      varios: 'registros de PostgreSQL sin archivar',
      consulta: 'SELECT count(archivo_falla())',
      nombra: 'SELECT archivo_falla()',
      pantalla: 'ajustes',
    },
    {
      clave: 'replica',
      lugar: 14,
      permiso: 'ajustes:editar',
      uno: 'réplica de la base por revisar',
      varios: 'réplicas de la base por revisar',
      consulta: 'SELECT count(replica_falla())',
      nombra: 'SELECT replica_falla()',
      pantalla: 'ajustes',
    },
    {
      clave: 'frase',
      lugar: 14,
      permiso: 'ajustes:editar',
      uno: 'frase de los respaldos por probar: olvidada, no se recupera nada',
      varios: 'frases de los respaldos por probar',
      consulta: 'SELECT respaldo_frase_falta()::int',
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
      clave: 'hora',
      lugar: 10,
      permiso: 'ajustes:editar',
      uno: 'hora que no concuerda: mire antes de registrar',
      varios: 'horas que no concuerdan',
      // Where nothing is written any more, the first of these says so.
      consulta:
        "SELECT count(*) FROM trabajos WHERE trabajo = 'hora' AND fallas > 0 AND cada_ms > 0 AND reloj_duda() IS NULL",
      pantalla: 'ajustes',
    },
    {
      clave: 'trabajos',
      lugar: 15,
      permiso: 'ajustes:editar',
      uno: 'trabajo del programa no anda',
      varios: 'trabajos del programa no andan',
      // These have counters of their own: the continuous log lets a disk be away for ten minutes.
      consulta: "SELECT count(*) FROM trabajos_mal() WHERE trabajo NOT IN ('registro', 'hora')",
      nombra:
        "SELECT string_agg(nombre, ', ') FROM trabajos_mal() WHERE trabajo NOT IN ('registro', 'hora')",
      pantalla: 'ajustes',
    },
    {
      clave: 'disco',
      lugar: 9,
      permiso: 'ajustes:editar',
      uno: 'disco por llenarse, y lleno no se registra nada',
      varios: 'discos por llenarse',
      consulta: 'SELECT disco_poco()::int',
      nombra: 'SELECT disco_queda()',
      pantalla: 'ajustes',
    },
    {
      clave: 'certificado',
      lugar: 9,
      permiso: 'ajustes:editar',
      uno: 'certificado por renovar',
      varios: 'certificados por renovar',
      consulta: 'SELECT count(*) FROM certificados_por_renovar()',
      nombra: 'SELECT certificados_dicen()',
      pantalla: 'ajustes',
    },
  ],
  mide: [
    {
      nombre: 'cambista_disk_days_left',
      ayuda:
        'Días hasta que el disco de los datos se llene al crecimiento de ahora; 99999: no crece o no se ve',
      consulta: 'SELECT coalesce(disco_dias(), 99999) AS valor',
    },
    {
      nombre: 'cambista_certificate_expiry_timestamp_seconds',
      ayuda:
        'Cuándo vence el certificado con que atiende el programa, el primero de varios, en segundos desde 1970',
      consulta: 'SELECT extract(epoch FROM min(vence)) AS valor FROM certificados_servidos()',
    },
    {
      nombre: 'cambista_certificate_renewal_due',
      ayuda: 'Certificados que vencen pronto o vencieron, como lo dice su campana',
      consulta: 'SELECT count(*) AS valor FROM certificados_por_renovar()',
    },
    {
      nombre: 'cambista_database_size_bytes',
      ayuda: 'Bytes de la base de datos',
      consulta: 'SELECT pg_database_size(current_database()) AS valor',
    },
    {
      nombre: 'cambista_replication_standbys',
      ayuda: 'Réplicas conectadas',
      consulta: 'SELECT cuantas AS valor FROM replicas()',
    },
    {
      nombre: 'cambista_replication_synchronous_standbys',
      ayuda: 'Réplicas que una operación espera antes de confirmarse',
      // What the server does not let the owner see is not measured as none.
      consulta: 'SELECT CASE WHEN vistas THEN sincronas END AS valor FROM replicas()',
    },
    {
      nombre: 'cambista_replication_lag_bytes',
      ayuda: 'Bytes del registro que la réplica más atrasada no aplicó todavía',
      consulta: 'SELECT bytes AS valor FROM replicas()',
    },
    {
      nombre: 'cambista_replication_lag_seconds',
      ayuda: 'Segundos de atraso de la réplica más atrasada',
      consulta: 'SELECT segundos AS valor FROM replicas()',
    },
    {
      nombre: 'cambista_backup_timestamp_seconds',
      ayuda: 'Cuándo terminó el último respaldo bueno, en segundos desde 1970; 0: no hay ninguno',
      consulta: `SELECT coalesce((SELECT extract(epoch FROM fin) FROM respaldos
       WHERE bytes IS NOT NULL ORDER BY id DESC LIMIT 1), 0) AS valor`,
    },
    {
      nombre: 'cambista_backup_missing',
      ayuda: '1: a la casa le falta un respaldo, o no tiene ninguno, como lo dice su campana',
      consulta: 'SELECT (respaldo_falta() OR respaldo_nunca())::int AS valor',
    },
    {
      nombre: 'cambista_archive_missing',
      ayuda:
        '1: lo último registrado no está en el registro que archiva el PostgreSQL de la casa, como lo dice su campana',
      consulta: 'SELECT count(archivo_falla()) AS valor',
    },
    {
      nombre: 'cambista_archive_timestamp_seconds',
      ayuda:
        'Cuándo archivó el PostgreSQL de la casa algo de su registro, en segundos desde 1970; 0: nunca, o lo guarda el programa',
      consulta:
        'SELECT coalesce(extract(epoch FROM last_archived_time), 0) AS valor FROM pg_stat_archiver',
    },
  ],
  trabajos: {
    respaldo: { nombre: 'respaldo diario', empieza: startDiario },
    hora: { nombre: 'comparación de la hora', empieza: startHora },
    disco: { nombre: 'medida del disco', empieza: startDisco },
    registro: { nombre: 'registro continuo', empieza: startRegistro },
  },
}
