import { useSave } from '../../web/api/save.ts'
import { Ficha } from '../../web/crud/valores.tsx'
import { usePuede } from '../../web/sesion/sesion.ts'
import { type Chat, contrato, type Evento } from './contract.ts'
import classes from './telegram.module.css'

/** Which chats receive each event; each checkbox saves at once. */
export function EventosTelegram({
  eventos,
  chats,
}: {
  eventos: readonly Evento[]
  chats: readonly Chat[]
}) {
  return (
    <section className={classes.seccion} aria-label="Eventos">
      <div className={classes.titulo}>
        <h2>Eventos</h2>
      </div>
      <p className="tenue">
        Lo reservado habla de costos o ganancias: solo lo reciben los chats de la gerencia.
      </p>
      <div className={classes.marco}>
        <table className={classes.matriz}>
          <caption className="solo-lectores">Qué chats reciben cada evento</caption>
          <thead>
            <tr>
              <th scope="col">Evento</th>
              <th scope="col">Se anota</th>
              {chats.map(({ id, nombre }) => (
                <th key={id} scope="col">
                  {nombre}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {eventos.map((evento) => (
              <FilaEvento key={evento.evento} evento={evento} chats={chats} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function FilaEvento({ evento, chats }: { evento: Evento; chats: readonly Chat[] }) {
  const edita = usePuede('telegram:editar')
  const { save, saving } = useSave(contrato.destinos)
  const put = (change: Partial<Pick<Evento, 'activo' | 'chats'>>) => {
    const { activo, chats: elegidos } = { ...evento, ...change }
    void save({ params: { evento: evento.evento }, body: { activo, chats: elegidos } })
  }
  const marca = (etiqueta: string, puesta: boolean, impedida: boolean, alCambiar: () => void) => (
    <input
      type="checkbox"
      aria-label={`${evento.nombre}: ${etiqueta}`}
      checked={puesta}
      disabled={impedida || !edita || saving}
      onChange={alCambiar}
    />
  )
  return (
    <tr>
      <th scope="row">
        {evento.nombre} {evento.reservado && <Ficha tono="info">Reservado</Ficha>}
      </th>
      <td>{marca('se anota', evento.activo, false, () => put({ activo: !evento.activo }))}</td>
      {chats.map(({ id, nombre, gerencia }) => {
        const puesta = evento.chats.includes(id)
        const otros = evento.chats.filter((otro) => otro !== id)
        return (
          <td key={id}>
            {marca(nombre, puesta, evento.reservado && !gerencia, () =>
              put({ chats: puesta ? otros : [...evento.chats, id] }),
            )}
          </td>
        )
      })}
    </tr>
  )
}
