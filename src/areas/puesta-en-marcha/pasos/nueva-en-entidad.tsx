import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { AnswerOf } from '../../../core/contract.ts'
import { monedaFuncional } from '../../../core/dinero/moneda.ts'
import { DecimalInput } from '../../../web/crud/formulario/decimal-input.tsx'
import { useEscrito } from '../../../web/crud/formulario/escrito.ts'
import { campos } from '../../cuentas/contract.ts'
import type { entidades } from '../../entidades-financieras/contract.ts'
import classes from '../puesta-en-marcha.module.css'
import { hayEscrito, monedasEn, numeroEn, tipoEn, VACIO } from '../rules/cuenta.ts'
import { monedaDe } from '../rules/precios.ts'
import { useSinGuardar } from '../siguiente.tsx'
import type { BancoProps } from './banco.tsx'

interface NuevaProps extends BancoProps {
  entidades: readonly AnswerOf<typeof entidades.contrato.listar>[number][]
  alAbrir: () => void
  /** It follows another one, which had the focus. */
  enfocar: boolean
}

/** One account at an entity: where, in what, its number, its name and what it holds. */
export function NuevaEnEntidad(props: NuevaProps) {
  const { monedas, precios, ocupada, errores, dicho: problema } = props
  const [escrito, setEscrito] = useEscrito('cuenta en una entidad', VACIO)
  const [intento, setIntento] = useState(false)
  const cambiar = (change: Partial<typeof VACIO>) => setEscrito({ ...escrito, ...change })
  useSinGuardar('la cuenta en una entidad', hayEscrito(escrito))
  const entidad = props.entidades.find(({ id }) => id === escrito.entidad)
  const libros = monedaFuncional()
  const caben = entidad ? monedasEn(entidad, monedas) : monedas
  const moneda =
    caben.find(({ id }) => id === escrito.moneda) ??
    caben.find(({ id }) => entidad && id === monedaDe(entidad.pais)) ??
    caben.find(({ id }) => id === libros.id) ??
    caben[0]
  const precio = moneda && precios.get(moneda.id)
  const nombre = escrito.nombre ?? (entidad && moneda ? `${entidad.nombre} ${moneda.iso}` : '')
  const costo = escrito.costo === undefined ? (precio?.compra ?? null) : escrito.costo
  const ajena = moneda !== undefined && moneda.id !== libros.id
  const fallo = (campo: string, falta = false) =>
    (intento && falta && 'Este dato es obligatorio.') ||
    errores.find((each) => each.campo === campo)?.msg
  // Nothing that is not there has a cost. Today's price is proposed; who bought at another one says so.
  const aparte = ajena && escrito.saldo !== null
  const costoCampo = (
    <DecimalInput
      tasa
      w="min(14rem, 100%)"
      label={`Costo por unidad, ${libros.simbolo}`}
      decimales={precio?.precision ?? 0}
      value={costo}
      error={fallo('tasa_costo')}
      onChange={(value) => cambiar({ costo: value })}
    />
  )
  async function enviar(event: FormEvent) {
    event.preventDefault()
    setIntento(true)
    if (ocupada || !entidad || !moneda || !escrito.numero.trim()) return
    const { id: entidad_id, pais } = entidad
    const saldo = escrito.saldo && {
      saldo_inicial: escrito.saldo,
      tasa_costo: ajena ? costo : null,
    }
    const what = { nombre, tipo: tipoEn(entidad), moneda_id: moneda.id, pais, entidad_id }
    const made = await props.abrir({ ...what, numero: escrito.numero, ...saldo })
    if (!made) return
    setEscrito(VACIO)
    props.alAbrir()
  }
  return (
    <form
      className="pila"
      aria-label="Cuenta en una entidad"
      noValidate
      onSubmit={(event) => void enviar(event)}
    >
      <fieldset disabled={ocupada} className={classes.caja}>
        <NativeSelect
          label="Entidad"
          autoFocus={props.enfocar}
          value={escrito.entidad || ''}
          error={fallo('entidad_id', !entidad)}
          onChange={({ currentTarget }) => cambiar({ entidad: Number(currentTarget.value) })}
          data={[
            { value: '', label: 'Elija una' },
            ...props.entidades.map(({ id, nombre: label }) => ({ value: String(id), label })),
          ]}
        />
        <NativeSelect
          label="Moneda"
          value={moneda?.id ?? ''}
          error={fallo('moneda_id')}
          onChange={({ currentTarget }) =>
            cambiar({ moneda: Number(currentTarget.value), costo: undefined })
          }
          data={caben.map(({ id, nombre: label }) => ({ value: String(id), label }))}
        />
        <TextInput
          label="Número"
          description={entidad && numeroEn(entidad)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={escrito.numero}
          maxLength={campos.numero.control.maximo}
          error={fallo('numero', !escrito.numero.trim())}
          onChange={({ currentTarget }) => cambiar({ numero: currentTarget.value })}
        />
        <TextInput
          label="Nombre"
          value={nombre}
          maxLength={campos.nombre.control.maximo}
          error={fallo('nombre')}
          onChange={({ currentTarget }) => cambiar({ nombre: currentTarget.value })}
        />
        <DecimalInput
          label={`Saldo de hoy${moneda ? `, ${moneda.iso}` : ''}`}
          decimales={moneda?.decimales ?? 2}
          value={escrito.saldo}
          error={fallo('saldo_inicial')}
          onChange={(saldo) => cambiar({ saldo })}
        />
        {aparte && !precio && costoCampo}
      </fieldset>
      {aparte && precio && (
        <details open={fallo('tasa_costo') !== undefined}>
          <summary>Más</summary>
          {costoCampo}
        </details>
      )}
      {problema && !errores.some(({ campo }) => campo) && (
        <p className="problema" role="alert" data-tipo="error">
          {problema}
        </p>
      )}
      <Button type="submit" variant="default" disabled={ocupada}>
        Abrir cuenta
      </Button>
    </form>
  )
}
