import { sql } from 'kysely'
import type { Aportes } from '../../server/aportes.ts'
import { autor, libre, negrita, one, type Plantilla } from '../../server/noticia.ts'
import { raizDe } from './envio/cliente.ts'
import { startLectura } from './personal/lectura.ts'

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

/** What a person is told of himself: what happened, to which document, and who did it. Never an amount. */
const personal: Plantilla = async (db, { nombre, fecha, noticias: [noticia = {}] }) => {
  const row = await one(
    db,
    sql<{ autor: string | null; hora: string }>`
    SELECT ${autor(noticia.usuario_id)} AS autor,
           to_char(${fecha}::timestamptz AT TIME ZONE zona_horaria(), 'DD/MM/YYYY HH24:MI') AS hora`,
  )
  const by = row?.autor ? `Por ${libre(row.autor)}, el ` : 'El '
  return [
    negrita(nombre),
    ...(noticia.numero ? [libre(String(noticia.numero))] : []),
    `${by}${row?.hora ?? ''}.`,
  ]
}

/** What one may have to act on at once, because somebody else may have done it in one's name. */
const alerta: Plantilla = async (db, pedido) => [
  ...(await personal(db, pedido)),
  'Si no fue usted, avise a quien administra y cambie su contraseña.',
]

/** What this area contributes to the registries of others. */
export const aportes: Aportes = {
  mide: [
    {
      nombre: 'cambista_telegram_pending',
      ayuda: 'Mensajes de Telegram por enviar',
      consulta: "SELECT count(*) AS valor FROM telegram_salida WHERE estado = 'pendiente'",
    },
    {
      nombre: 'cambista_telegram_pending_seconds',
      ayuda: 'Segundos que lleva el mensaje más antiguo por enviar',
      consulta: `SELECT coalesce(greatest(extract(epoch FROM ahora() - min(creado_en)), 0), 0) AS valor
       FROM telegram_salida WHERE estado = 'pendiente'`,
    },
  ],
  contadores: [
    {
      clave: 'telegram-mio',
      lugar: 7,
      permiso: null,
      uno: 'chat de Telegram vinculado hoy a su cuenta',
      varios: 'chats de Telegram vinculados hoy a su cuenta',
      consulta: `SELECT count(*) FROM telegram_chats
        WHERE usuario_id = :yo AND estatus AND vinculado_en > ahora() - interval '1 day'`,
      pantalla: 'perfil',
      filtro: { ver: 'telegram' },
    },
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
  trabajos: {
    telegramLectura: {
      nombre: 'códigos que llegan por Telegram',
      empieza: ({ db, afuera, env }, watch) =>
        startLectura({ db, afuera, raiz: raizDe(env.CAMBISTA_TELEGRAM_API) }, watch),
    },
  },
  avisos: {
    prueba,
    mi_aprobacion: personal,
    mi_orden: personal,
    mi_caja: personal,
    mi_ingreso: alerta,
    mi_clave: alerta,
    mi_cuenta: alerta,
    mi_chat: alerta,
  },
}
