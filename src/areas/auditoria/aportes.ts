import { formatFecha } from '../../core/formato.ts'
import type { Aportes } from '../../server/aportes.ts'
import { escapar, negrita, type Plantilla } from '../../server/noticia.ts'

const cabezaAuditoria: Plantilla = async (_, { noticias: [noticia = {}] }) => [
  negrita(`Fin del día ${formatFecha(String(noticia.dia))}`),
  `Auditoría: ${Number(noticia.pos)} registros sellados. Cabeza de la cadena:`,
  `<code>${escapar(String(noticia.hash))}</code>`,
]

/** What this area contributes to the registries that main gathers. */
export const aportes: Aportes = {
  mide: [
    {
      nombre: 'cambista_audit_unsealed',
      ayuda: 'Registros de la auditoría que esperan su sello',
      consulta: 'SELECT count(*) AS valor FROM auditoria_por_sellar',
    },
    {
      nombre: 'cambista_audit_unsealed_seconds',
      ayuda: 'Segundos que lleva el registro más antiguo que espera su sello',
      consulta: `SELECT coalesce(greatest(extract(epoch FROM ahora() - min(a.fecha)), 0), 0) AS valor
       FROM auditoria_por_sellar s JOIN auditoria a ON a.id = s.auditoria_id`,
    },
  ],
  verifica: [
    [
      'Cada registro de la auditoría está encadenado al anterior, sin huecos ni cambios',
      `SELECT format('fila %s de la cadena', n) AS detalle
       FROM (SELECT row_number() OVER (ORDER BY c.pos) AS n, c.pos, c.hash, a,
               lag(c.hash, 1, auditoria_origen()) OVER (ORDER BY c.pos) AS previo
             FROM auditoria_cadena c LEFT JOIN auditoria a ON a.id = c.auditoria_id) t
       WHERE pos <> n OR (a).id IS NULL OR hash IS DISTINCT FROM auditoria_huella(pos, a, previo) ORDER BY n`,
    ],
    [
      'Cada registro de la auditoría está en la cadena o espera para entrar',
      `SELECT format('registro %s', a.id) AS detalle FROM auditoria a
       WHERE NOT EXISTS (SELECT FROM auditoria_cadena c WHERE c.auditoria_id = a.id)
         AND NOT EXISTS (SELECT FROM auditoria_por_sellar s WHERE s.auditoria_id = a.id) ORDER BY a.id`,
    ],
  ],
  avisos: {
    cabeza_auditoria: cabezaAuditoria,
  },
}
