import { Button } from '@mantine/core'
import { useState } from 'react'
import { useSave } from '../../web/api/save.ts'
import { Formulario } from '../../web/crud/formulario/formulario.tsx'
import { Ficha } from '../../web/crud/valores.tsx'
import { usePuede } from '../../web/sesion/sesion.ts'
import { type Configuracion, campos, contrato } from './contract.ts'
import classes from './telegram.module.css'

const ESTADO = {
  falta: { tono: 'aviso', texto: 'Falta' },
  guardado: { tono: 'positivo', texto: 'Guardado' },
  ilegible: { tono: 'negativo', texto: 'No se puede leer' },
} as const

/** The bot's token: it can be set, but is never shown. */
export function BotTelegram({ token }: Pick<Configuracion, 'token'>) {
  const edita = usePuede('telegram:editar')
  const { save, saving, error } = useSave(contrato.guardarToken)
  const [abierto, setAbierto] = useState(false)
  const { tono, texto } = ESTADO[token]
  const escribe = edita && (abierto || token !== 'guardado')
  return (
    <section className={classes.seccion} aria-label="Bot">
      <div className={classes.cabecera}>
        <div className={classes.titulo}>
          <h2>Token del bot</h2>
          <Ficha tono={tono}>{texto}</Ficha>
        </div>
        {edita && !escribe && (
          <Button variant="default" onClick={() => setAbierto(true)}>
            Cambiar token
          </Button>
        )}
      </div>
      {token === 'ilegible' && (
        <p className="tenue">
          Se guardó con otra clave de la casa. Escríbalo de nuevo para volver a enviar.
        </p>
      )}
      {escribe && (
        <Formulario
          campos={{ token: campos.token }}
          schema={contrato.guardarToken.body}
          guardar={(body) => save({ body })}
          alGuardar={() => setAbierto(false)}
          guardando={saving}
          error={error}
          accion="Guardar token"
          {...(token === 'guardado' && { cancelar: () => setAbierto(false) })}
        />
      )}
    </section>
  )
}
