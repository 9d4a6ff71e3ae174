import { NativeSelect, TextInput } from '@mantine/core'
import type { Opciones } from '../contract/opciones.ts'
import { campos } from '../contract/registro.ts'
import type { Borrador, Calculo } from './borrador.ts'
import { OTRA } from './problema.ts'

/** Who carries cash to another branch; nothing for any other transfer. */
export function Lleva(props: {
  opciones: Opciones
  borrador: Borrador
  calculo: Calculo
  change: (values: Partial<Borrador>) => void
}) {
  const { opciones, borrador, calculo, change } = props
  if (!calculo.pidePortador) return null
  const texto = (clave: 'portador' | 'portador_doc', etiqueta: string) => (
    <TextInput
      id={`campo-${clave}`}
      label={etiqueta}
      withAsterisk
      maxLength={campos[clave].control.maximo}
      autoComplete="off"
      value={borrador[clave]}
      onChange={({ currentTarget }) => change({ [clave]: currentTarget.value })}
    />
  )
  return (
    <div className="pila hueco-8">
      <div className="casillas">
        <NativeSelect
          id="campo-lleva"
          label="Lo lleva"
          withAsterisk
          value={borrador.lleva}
          onChange={({ currentTarget }) => change({ lleva: currentTarget.value })}
        >
          <option value="">Elija quién lo lleva…</option>
          {opciones.personas.map(({ id, nombre }) => (
            <option key={id} value={id}>
              {nombre}
            </option>
          ))}
          <option value={OTRA}>Otra persona o una empresa</option>
        </NativeSelect>
        {borrador.lleva === OTRA && texto('portador', 'Nombre o empresa')}
        {borrador.lleva === OTRA && texto('portador_doc', 'Documento o RUC')}
      </div>
      <p className="menor tenue">Firma la papeleta, y no puede recibirlo.</p>
    </div>
  )
}
