import { NativeSelect, TextInput } from '@mantine/core'
import { cuentaEnPalabras } from '../../tipos-pagos/rules/formas.ts'
import type { Cuenta, Opciones } from '../contract/opciones.ts'
import { CONCEPTOS, type Concepto, campos, TIPOS } from '../contract/registro.ts'
import type { Borrador, Calculo } from './borrador.ts'
import classes from './nueva.module.css'

interface Props {
  opciones: Opciones
  borrador: Borrador
  calculo: Calculo
  change: (values: Partial<Borrador>) => void
}

/** Origin and destination of the money: another account, or a third party and the concept. */
export function Cuentas(props: Props) {
  const { opciones, borrador, calculo, change } = props
  return (
    <div className={classes.cuentas}>
      <CuentaCampo
        id="campo-origen"
        etiqueta="Desde"
        cuentas={opciones.cuentas.filter(({ origen }) => origen)}
        valor={borrador.origen_id}
        vacia={calculo.origen ? undefined : 'Ninguna cuenta a su cargo'}
        elegir={(origen_id) => change({ origen_id, destino_id: null, ...NUEVA })}
      />
      {borrador.tipo === 'tercero' ? (
        <Tercero {...props} />
      ) : (
        <CuentaCampo
          id="campo-destino"
          etiqueta="Hacia"
          cuentas={calculo.destinos}
          valor={calculo.destino?.id ?? null}
          vacia={calculo.destinos.length > 0 ? 'Elija la cuenta…' : vacio(borrador)}
          elegir={(destino_id) => change({ destino_id, ...NUEVA })}
        />
      )}
    </div>
  )
}

/** Values that depend on the accounts, reset when one changes. */
const NUEVA = { metodo: null, confirmacion: null, comision_origen: null, comision_destino: null }

const vacio = ({ tipo }: Borrador) =>
  tipo === 'interna' ? 'No hay otra cuenta en esta moneda' : `No hay cuentas para: ${TIPOS[tipo]}`

function CuentaCampo(props: {
  id: string
  etiqueta: string
  cuentas: readonly Cuenta[]
  valor: number | null
  vacia: string | undefined
  elegir: (id: number | null) => void
}) {
  const { id, etiqueta, cuentas, valor, vacia, elegir } = props
  const groups = [...Map.groupBy(cuentas, ({ moneda }) => moneda.iso)]
  const options = (of: readonly Cuenta[]) =>
    of.map((c) => (
      <option key={c.id} value={c.id}>
        {cuentaEnPalabras({ nombre: c.nombre, de: c.de, disponible: c.saldo }, c.moneda)}
      </option>
    ))
  return (
    <NativeSelect
      id={id}
      label={etiqueta}
      value={valor ?? ''}
      onChange={({ currentTarget }) => elegir(Number(currentTarget.value) || null)}
    >
      {vacia !== undefined && <option value="">{vacia}</option>}
      {groups.length === 1
        ? options(cuentas)
        : groups.map(([iso, of]) => (
            <optgroup key={iso} label={iso}>
              {options(of)}
            </optgroup>
          ))}
    </NativeSelect>
  )
}

function Tercero({ borrador, change }: Props) {
  return (
    <div className={classes.tercero}>
      <NativeSelect
        id="campo-concepto"
        label="Concepto"
        value={borrador.concepto}
        onChange={({ currentTarget }) => change({ concepto: currentTarget.value as Concepto })}
        data={Object.entries(CONCEPTOS).map(([value, label]) => ({ value, label }))}
      />
      <TextInput
        id="campo-tercero"
        label="Tercero"
        withAsterisk
        maxLength={campos.tercero.control.maximo}
        autoComplete="off"
        value={borrador.tercero}
        onChange={({ currentTarget }) => change({ tercero: currentTarget.value })}
      />
      <TextInput
        id="campo-tercero_doc"
        label="RUC o documento"
        maxLength={campos.tercero_doc.control.maximo}
        autoComplete="off"
        value={borrador.tercero_doc}
        onChange={({ currentTarget }) => change({ tercero_doc: currentTarget.value })}
      />
    </div>
  )
}
