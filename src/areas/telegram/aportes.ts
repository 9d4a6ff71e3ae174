import { sql } from 'kysely'
import type { Aportes } from '../../server/aportes.ts'
import { autor, libre, negrita, one, type Plantilla } from '../../server/noticia.ts'

const prueba: Plantilla = async (db, { noticias: [noticia = {}] }) => {
  const row = await one(
    db,
    sql<{ autor: string | null }>`SELECT ${autor(noticia.usuario_id)} AS autor`,
  )
  return [
    negrita('Cambista'),
    `Mensaje de prueba, pedido por ${libre(row?.autor ?? 'el sistema')}.`,
  ]
}

/** What this area contributes to what others gather. */
export const aportes: Aportes = {
  contadores: [
    {
      clave: 'telegram',
      lugar: 250,
      permiso: 'telegram:editar',
      uno: 'mensaje de Telegram que no salió',
      varios: 'mensajes de Telegram que no salieron',
      consulta: "SELECT count(*) FROM telegram_salida WHERE estado = 'error'",
      pantalla: 'telegram-envios',
      filtro: { estado: 'error' },
    },
  ],
  avisos: { prueba },
}
