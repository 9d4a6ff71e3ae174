import { columnaHora, columnaTexto } from '../../web/crud/lista/columna.tsx'
import { type Columna, Tabla } from '../../web/crud/lista/tabla.tsx'
import { Datos } from '../../web/crud/pagina/detalle.tsx'
import { Pagina } from '../../web/crud/pagina/pagina.tsx'
import { UnaFila } from '../../web/crud/pagina/una-fila.tsx'
import { Fecha } from '../../web/crud/valores.tsx'
import { usePuede } from '../../web/sesion/sesion.ts'
import { contrato, type Intento } from './contract.ts'
import { comoVa, EstadoEnvio } from './ui/estado.tsx'
import { Reenviar } from './ui/reenviar.tsx'
import classes from './webhooks.module.css'

const COLUMNAS: Columna<Intento>[] = [
  columnaTexto('numero', 'Intento', ({ numero }) => String(numero)),
  columnaHora('inicio', 'Cuándo', ({ inicio }) => inicio),
  columnaTexto('ms', 'Duró', ({ ms }) => `${ms} ms`, { alinear: 'right' }),
  columnaTexto('codigo', 'Respondió', ({ codigo }) => codigo?.toString()),
  columnaTexto('motivo', 'Resultado', ({ motivo }) => motivo ?? 'Entregado'),
  columnaTexto('respuesta', 'Respuesta', ({ respuesta }) => respuesta, { amplia: true }),
]

/** One delivery: what was sent, and each attempt with what the receiver answered, as text. */
export default function EnvioWebhook() {
  const edita = usePuede('webhooks:editar')
  return (
    <UnaFila endpoint={contrato.envio}>
      {(envio) => (
        <Pagina
          titulo={envio.nombre}
          migas={[
            { texto: 'Webhooks', ruta: 'webhooks' },
            { texto: 'Envíos', ruta: 'webhooks-envios' },
          ]}
          estado={<EstadoEnvio estado={envio.estado} />}
          nota={comoVa(envio)}
          acciones={edita && envio.estado !== 'pendiente' && <Reenviar envio={envio} />}
        >
          <Datos
            pares={[
              ['Webhook', envio.webhook],
              ['Dirección de ahora', envio.url],
              ['Ocurrió', <Fecha key="fecha" valor={envio.creado_en} hora />],
              ['Identificador', envio.mensaje],
              ['Es un reenvío', envio.reenvio ? 'Sí' : 'No'],
            ]}
          />
          <section className={classes.bloque}>
            <h2>Mensaje</h2>
            {envio.cuerpo ? (
              <pre className={classes.crudo}>{envio.cuerpo}</pre>
            ) : (
              <p className="tenue">Se escribe con el primer intento.</p>
            )}
          </section>
          <section className={classes.bloque}>
            <h2>Intentos</h2>
            <Tabla
              titulo="Intentos"
              filas={envio.lista}
              id={({ numero }) => numero}
              columnas={COLUMNAS}
            />
          </section>
        </Pagina>
      )}
    </UnaFila>
  )
}
