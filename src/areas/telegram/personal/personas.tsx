import { useAnswer } from '../../../web/api/query.ts'
import { useSave } from '../../../web/api/save.ts'
import { BotonConfirmar } from '../../../web/crud/boton-confirmar.tsx'
import { Fecha } from '../../../web/crud/valores.tsx'
import { usePuede } from '../../../web/sesion/sesion.ts'
import type { Persona } from '../contract/mio.ts'
import { contrato } from '../contract.ts'
import classes from '../telegram.module.css'

/** Whose own chat is linked; each person links his own in his profile. */
export function PersonasTelegram() {
  const { data = [] } = useAnswer(contrato.personas)
  const edita = usePuede('telegram:editar')
  return (
    <section className={classes.seccion} aria-label="Chats de personas">
      <div className={classes.cabecera}>
        <div className={classes.titulo}>
          <h2>Chats de personas</h2>
        </div>
      </div>
      {data.length === 0 && (
        <p className="tenue">
          Nadie vinculó su chat. Cada uno lo hace en su perfil, en «Telegram», y recibe ahí solo lo
          suyo.
        </p>
      )}
      <ul className={classes.chats}>
        {data.map((persona) => (
          <li key={persona.usuario_id}>
            <strong>{persona.nombre}</strong>
            <span className="tenue">
              {persona.usuario} · {persona.chat} · desde el{' '}
              <Fecha valor={persona.vinculado_en} hora />
            </span>
            {edita && (
              <span className={classes.fin}>
                <Quitar persona={persona} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Quitar({ persona: { usuario_id, nombre } }: { persona: Persona }) {
  const { save, saving } = useSave(contrato.quitarPersona)
  return (
    <BotonConfirmar
      titulo={`¿Desvincular el chat de ${nombre}?`}
      boton={`Desvincular a ${nombre}`}
      accion="Desvincular"
      ocupado={saving}
      alConfirmar={() => save({ params: { id: usuario_id } })}
    >
      Deja de recibir lo suyo en Telegram, y lo ve en su perfil. Puede vincularlo de nuevo.
    </BotonConfirmar>
  )
}
