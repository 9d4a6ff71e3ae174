import { useAnswer } from '../../web/api/query.ts'
import { columnaHora, columnaTexto } from '../../web/crud/lista/columna.tsx'
import { type FiltroDe, filtroDe } from '../../web/crud/lista/filtros.tsx'
import { ListaPaginada } from '../../web/crud/lista/lista-paginada.tsx'
import type { Columna } from '../../web/crud/lista/tabla.tsx'
import { Pagina } from '../../web/crud/pagina/pagina.tsx'
import { useIr } from '../../web/marco/navegacion.tsx'
import { usePuede } from '../../web/sesion/sesion.ts'
import { contrato, type Envio, ESTADOS } from './contract.ts'
import { comoVa, EstadoEnvio } from './ui/estado.tsx'
import { Reenviar } from './ui/reenviar.tsx'

const COLUMNAS: Columna<Envio>[] = [
  columnaHora('fecha', 'Fecha', ({ creado_en }) => creado_en, { ancho: '10.5rem' }),
  columnaTexto('nombre', 'Evento', ({ nombre }) => nombre, { principal: true }),
  columnaTexto('webhook', 'Webhook', ({ webhook }) => webhook),
  columnaTexto('estado', 'Estado', ({ estado }) => ESTADOS[estado], {
    celda: ({ estado }) => <EstadoEnvio estado={estado} />,
    tarjeta: 'cabecera',
  }),
  columnaTexto('intentos', 'Intentos', ({ intentos }) => String(intentos), {
    alinear: 'right',
    tarjeta: 'oculta',
  }),
  // On a phone why it did not arrive is read whole; that it did, its state says.
  columnaTexto('detalle', 'Detalle', comoVa, {
    tarjeta: 'entera',
    menudo: (envio) => (envio.estado === 'enviado' ? null : comoVa(envio) || null),
  }),
  columnaTexto('mensaje', 'Identificador', ({ mensaje }) => mensaje, { oculta: true }),
]

const REENVIAR: Columna<Envio> = {
  clave: 'reenviar',
  titulo: 'Reenviar',
  // On a phone its row opens to the same button.
  tarjeta: 'oculta',
  celda: (envio) => (envio.estado === 'error' ? <Reenviar envio={envio} chico /> : null),
}

/** The log of deliveries. */
export default function EnviosWebhooks() {
  const { data } = useAnswer(contrato.configuracion)
  const edita = usePuede('webhooks:editar')
  const ir = useIr()
  const filtros: FiltroDe<typeof contrato.envios>[] = [
    { tipo: 'fechas' },
    filtroDe('estado', 'Estado', ESTADOS),
    filtroDe(
      'webhook_id',
      'Webhook',
      (data?.webhooks ?? []).map(({ id, nombre }) => [String(id), nombre] as const),
    ),
    filtroDe(
      'evento',
      'Evento',
      (data?.eventos ?? []).map(({ evento, nombre }) => [evento, nombre] as const),
    ),
  ]
  return (
    <Pagina
      titulo="Envíos"
      migas={[{ texto: 'Webhooks', ruta: 'webhooks' }]}
      nota="Lo de los últimos treinta días."
    >
      <ListaPaginada
        lista="webhooks-envios"
        titulo="Envíos a los webhooks"
        endpoint={contrato.envios}
        columnas={edita ? [...COLUMNAS, REENVIAR] : COLUMNAS}
        id={({ id }) => id}
        abrir={({ id }) => ir('webhooks-envio', { id })}
        ficha="webhooks-envio"
        nombreFila={({ nombre, webhook }) => `${nombre} a ${webhook}`}
        filtros={filtros}
        buscar="Identificador, webhook, evento o motivo"
        vacio={<p>Todavía no hubo nada que enviar.</p>}
      />
    </Pagina>
  )
}
