import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { z } from 'zod'
import type { Campos } from '../../../core/fields.ts'
import type { ApiError } from '../../../web/api/http.ts'
import { CampoControl, idOf } from '../../../web/crud/formulario/campo.tsx'
import '../../../web/esquema/validar.ts'
import type { Duda } from '../rules/pegado/reparto.ts'
import classes from './beneficiario.module.css'
import {
  camposDelPago,
  camposDePersona,
  conMetodo,
  cuerpoDe,
  deServidor,
  type OpcionesPago,
  reparosDe,
  type Valores,
} from './campos.ts'
import { Metodo } from './metodo.tsx'
import { Pegar } from './pegar.tsx'

export interface FormularioBeneficiarioProps {
  /** The fields that every beneficiary has, from the agenda's contract. */
  campos: Campos
  /** Validates the body before it is sent: the call's own schema. */
  schema: z.ZodType
  opciones: OpcionesPago
  inicial: Valores
  /** Sends the body; returns null when it was saved, the error otherwise. */
  guardar: (body: never) => Promise<unknown>
  guardando: boolean
  error: ApiError | null
  cancelar: () => void
  accion: string
  /** Called at the first change, when leaving would lose typed values. */
  alCambiar?: () => void
  /** Offers only ways that pay in this currency. */
  moneda_id?: number
}

/**
 * Form for a beneficiary: paste the client's message, or choose the way of paying and fill in its fields. Validated
 * before sending, by the same rules as on the server.
 */
export function FormularioBeneficiario(props: FormularioBeneficiarioProps) {
  const { campos, opciones, schema, error, guardando } = props
  const [valores, setValores] = useState(props.inicial)
  const [errores, setErrores] = useState<Record<string, string>>({})
  const [visto, setVisto] = useState(error)
  const [leidas, setLeidas] = useState<readonly Duda[]>([])
  const pago = camposDelPago(campos, opciones, valores)
  const persona = camposDePersona(campos, opciones, valores)
  const all = { ...pago, ...persona }
  // A field that the pasted text leaves in doubt stays empty and shows the doubt until it is filled in.
  const dudas = leidas.filter(({ campo }) => !valores[campo])
  const dudoso = (nombre: string) => {
    const duda = dudas.find(({ campo }) => campo === nombre)
    return duda && `Dudoso en el texto pegado: ${duda.motivo}.`
  }
  if (error !== visto) {
    setVisto(error)
    setErrores(deServidor(error))
  }

  function cambiar(next: Valores, quedan: Record<string, string> = {}) {
    setValores(next)
    setErrores(quedan)
    props.alCambiar?.()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    // In a dialog inside another form, the outer form must not receive the submit event.
    event.stopPropagation()
    if (guardando) return
    const body = cuerpoDe(opciones, valores)
    const judged = schema.safeParse(body)
    const own = judged.error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []
    const found = { ...reparosDe(opciones, valores), ...Object.fromEntries(own) }
    setErrores(found)
    const first = ['tipo_pago_id', ...Object.keys(all)].find((nombre) => nombre in found)
    if (first) return document.getElementById(idOf(first))?.focus()
    await props.guardar(body as never)
  }

  const dibuja = (nombres: Campos) =>
    Object.entries(nombres).map(([nombre, campo]) => (
      <CampoControl
        key={nombre}
        id={idOf(nombre)}
        campo={campo}
        value={valores[nombre] ?? null}
        error={errores[nombre] ?? dudoso(nombre)}
        onChange={(value) => {
          const { [nombre]: _, ...rest } = errores
          cambiar({ ...valores, [nombre]: value === null ? null : String(value) }, rest)
        }}
      />
    ))
  const sueltos = Object.entries(errores).filter(
    ([nombre]) => !(nombre in all) && nombre !== 'tipo_pago_id',
  )
  return (
    <form
      noValidate
      aria-label="Beneficiario"
      className="pila"
      aria-busy={guardando}
      onSubmit={(event) => void submit(event)}
    >
      {sueltos.length > 0 && (
        <div role="alert" className="recuadro">
          {sueltos.map(([nombre, msg]) => (
            <p key={nombre}>{msg}</p>
          ))}
        </div>
      )}
      <Pegar
        opciones={opciones}
        valores={valores}
        dudas={dudas}
        cambiar={(next, doubtful) => {
          setLeidas(doubtful)
          cambiar(next)
        }}
        moneda_id={props.moneda_id}
      />
      <Metodo
        opciones={opciones}
        valores={valores}
        error={errores.tipo_pago_id ?? dudoso('tipo_pago_id')}
        moneda_id={props.moneda_id}
        elegir={(id) => cambiar(conMetodo(opciones, valores, id))}
      />
      {Object.keys(pago).length > 0 && <div className={classes.campos}>{dibuja(pago)}</div>}
      <div className={classes.campos}>{dibuja(persona)}</div>
      <div className="seguidos">
        <Button type="submit" loading={guardando}>
          {props.accion}
        </Button>
        <Button variant="default" onClick={props.cancelar} disabled={guardando}>
          Cancelar
        </Button>
      </div>
    </form>
  )
}
