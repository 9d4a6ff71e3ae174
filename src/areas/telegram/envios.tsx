import { Button } from '@mantine/core'
import { formatFechaHora } from '../../core/formato.ts'
import { useAnswer } from '../../web/api/query.ts'
import { useSave } from '../../web/api/save.ts'
import { columnaHora, columnaTexto } from '../../web/crud/lista/columna.tsx'
import { type FiltroDe, filtroDe } from '../../web/crud/lista/filtros.tsx'
import { ListaPaginada } from '../../web/crud/lista/lista-paginada.tsx'
import type { Columna } from '../../web/crud/lista/tabla.tsx'
import { Pagina } from '../../web/crud/pagina/pagina.tsx'
import { Ficha, type Tono } from '../../web/crud/valores.tsx'
import { usePuede } from '../../web/sesion/sesion.ts'
import { contrato, type Envio, ESTADOS, type Estado } from './contract.ts'
import classes from './telegram.module.css'

const TONOS: Record<Estado, Tono> = {
  pendiente: 'aviso',
  enviado: 'positivo',
  error: 'negativo',
  omitido: 'neutro',
}

/** Removes the marks of Telegram's HTML. */
const legible = (texto: string | null) =>
  (texto ?? '')
    .replaceAll(/<\/?(b|code)>/g, '')
    .replaceAll(/\n+/g, '\n')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

const detalle = ({ estado, motivo, enviado_en, proximo_en, intentos }: Envio): string => {
  if (estado === 'enviado') return `Enviado ${formatFechaHora(enviado_en ?? '')}`
  if (estado === 'pendiente' && intentos > 0)
    return `${motivo ?? ''} Próximo intento ${formatFechaHora(proximo_en)}`.trim()
  return motivo ?? ''
}

const COLUMNAS: Columna<Envio>[] = [
  columnaHora('creado_en', 'Fecha', ({ creado_en }) => creado_en, { ancho: '10.5rem' }),
  columnaTexto('nombre', 'Evento', ({ nombre }) => nombre, { principal: true }),
  columnaTexto('chat', 'Chat', ({ chat }) => chat, { celda: ({ chat }) => chat ?? 'Ninguno' }),
  columnaTexto('texto', 'Mensaje', ({ texto }) => legible(texto), {
    celda: ({ texto }) => <span className={classes.texto}>{legible(texto)}</span>,
    menudo: ({ texto }) => legible(texto),
  }),
  columnaTexto('estado', 'Estado', ({ estado }) => ESTADOS[estado], {
    celda: ({ estado }) => <Ficha tono={TONOS[estado]}>{ESTADOS[estado]}</Ficha>,
    tarjeta: 'cabecera',
  }),
  columnaTexto('detalle', 'Detalle', detalle),
]

const REINTENTAR: Columna<Envio> = {
  clave: 'reintentar',
  titulo: 'Reintentar',
  tarjeta: 'cabecera',
  celda: (envio) => (envio.estado === 'error' ? <Reintentar envio={envio} /> : null),
}

function Reintentar({ envio }: { envio: Envio }) {
  const { save, saving } = useSave(contrato.reintentar)
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={saving}
      aria-label={`Reintentar ${envio.nombre} a ${envio.chat ?? 'nadie'}`}
      onClick={() => void save({ params: { id: envio.id } })}
    >
      Reintentar
    </Button>
  )
}

/** The log of messages: sent, omitted and failed. */
export default function EnviosTelegram() {
  const { data } = useAnswer(contrato.configuracion)
  const edita = usePuede('telegram:editar')
  const filtros: FiltroDe<typeof contrato.envios>[] = [
    { tipo: 'fechas' },
    filtroDe('estado', 'Estado', ESTADOS),
    filtroDe(
      'evento',
      'Evento',
      (data?.eventos ?? []).map((e) => [e.evento, e.nombre] as const),
    ),
  ]
  return (
    <Pagina titulo="Envíos" migas={[{ texto: 'Telegram', ruta: 'telegram' }]}>
      <ListaPaginada
        lista="telegram-envios"
        titulo="Mensajes de Telegram"
        endpoint={contrato.envios}
        columnas={edita ? [...COLUMNAS, REINTENTAR] : COLUMNAS}
        id={({ id }) => id}
        filtros={filtros}
        vacio={<p>Todavía no hubo nada que anunciar.</p>}
      />
    </Pagina>
  )
}
