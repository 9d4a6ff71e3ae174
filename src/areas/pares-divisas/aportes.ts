import type { Aportes } from '../../server/aportes.ts'

/** What this area contributes to what others gather. */
export const aportes: Aportes = {
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
