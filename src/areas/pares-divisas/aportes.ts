import { sql } from 'kysely'
import type { Aportes } from '../../server/aportes.ts'
import { libre, negrita, one, type Plantilla } from '../../server/noticia.ts'

/** A source came half the way that it may go by itself. */
const fuenteLejos: Plantilla = async (db, { nombre, noticias: [noticia = {}] }) => {
  const row = await one(
    db,
    sql<{ par: string; precio: string; antes: string }>`
    SELECT b.iso || '/' || q.iso AS par, trim_scale(p.compra) || ' y ' || trim_scale(p.venta) AS precio,
           trim_scale(p.persona_compra) || ' y ' || trim_scale(p.persona_venta) AS antes
    FROM pares_divisas p JOIN monedas b ON b.id = p.base_id JOIN monedas q ON q.id = p.cotizacion_id
    WHERE p.id = ${Number(noticia.id)}`,
  )
  if (!row) return []
  return [negrita(nombre), libre(`${row.par}: ${row.precio}; una persona confirmó ${row.antes}`)]
}

/** What this area contributes to the registries of others. */
export const aportes: Aportes = {
  avisos: { fuente_lejos: fuenteLejos },
  contadores: [
    {
      clave: 'propuestas',
      lugar: 200,
      permiso: 'pares-divisas:publicar',
      uno: 'precio propuesto por una fuente',
      varios: 'precios propuestos por fuentes',
      consulta: "SELECT count(*) FROM pares_propuestas WHERE estado = 'pendiente'",
      pantalla: 'fuentes',
    },
    {
      clave: 'fuente-lejos',
      lugar: 24,
      permiso: 'pares-divisas:publicar',
      uno: 'fuente que ya movió sola la mitad de lo que puede',
      varios: 'fuentes que ya movieron solas la mitad de lo que pueden',
      consulta: `SELECT count(*) FROM pares_fuentes f JOIN pares_divisas p ON p.id = f.par_id
        WHERE f.activa AND p.estatus AND p.actualizado_por IS NULL AND pares_fuente_uso(p.id, p.compra, p.venta) >= 0.5`,
      pantalla: 'fuentes',
    },
    {
      clave: 'fuentes',
      lugar: 210,
      permiso: 'pares-divisas:publicar',
      uno: 'fuente de precios que no responde',
      varios: 'fuentes de precios que no responden',
      consulta: 'SELECT count(*) FROM pares_fuentes WHERE activa AND fallos > 0',
      pantalla: 'fuentes',
    },
  ],
}
