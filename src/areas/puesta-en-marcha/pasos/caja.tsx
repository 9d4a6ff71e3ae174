import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconCash } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { type Conteo, cuadra } from '../../../core/dinero/conteo.ts'
import { monedaFuncional } from '../../../core/dinero/moneda.ts'
import { DialogoConteo } from '../../../web/crud/conteo/conteo.tsx'
import type { Pieza } from '../../../web/crud/conteo/fila.tsx'
import { DecimalInput } from '../../../web/crud/formulario/decimal-input.tsx'
import { useEscrito } from '../../../web/crud/formulario/escrito.ts'
import { campos } from '../../cuentas/contract.ts'
import classes from '../puesta-en-marcha.module.css'
import { useSinGuardar } from '../siguiente.tsx'

/** A till that is still to be opened. */
export interface Falta {
  moneda_id: number
  iso: string
  simbolo: string
  nombre: string
  decimales: number
  /** Its notes and coins, to count by. */
  piezas: readonly Pieza[]
  /** What a unit cost, as far as today's purchase price tells; null for the functional currency. */
  costo: string | null
  /** The decimals of that price. */
  precision: number
}

/** A till as it is opened: what was counted, by which notes and coins where they were, and what it cost. */
export interface Abierta {
  nombre: string
  saldo: string | null
  denominaciones: Conteo[] | null
  costo: string | null
}

interface CajaProps {
  falta: Falta
  /** The branch where it stands. */
  donde: string | null
  abrir: (falta: Falta, abierta: Abierta) => void
  ocupada: boolean
  dicho: string | undefined
}

/** One till: its name, what was counted, what it cost. */
export function Caja({ falta, donde, abrir, ocupada, dicho: problema }: CajaProps) {
  const suya = ['Caja', donde, falta.iso].filter(Boolean).join(' ')
  const [nombre, setNombre] = useEscrito(`${suya} nombre`, suya)
  const [saldo, setSaldo] = useEscrito<string | null>(`${suya} contado`, null)
  const [conteo, setConteo] = useEscrito<Conteo[] | null>(`${suya} billetes`, null)
  const [costo, setCosto] = useEscrito(`${suya} costo`, falta.costo)
  useSinGuardar(`la caja en ${falta.nombre.toLowerCase()}`, saldo !== null || nombre !== suya)
  return (
    <form
      className={classes.precios}
      aria-label={`Caja en ${falta.nombre}`}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (ocupada) return
        // An amount that was typed afterwards is not what those notes make.
        const denominaciones = conteo && cuadra(conteo, saldo ?? '') ? conteo : null
        abrir(falta, { nombre, saldo, denominaciones, costo: falta.costo === null ? null : costo })
      }}
    >
      <h2>{falta.nombre}</h2>
      <fieldset disabled={ocupada} className={classes.caja}>
        <TextInput
          label="Nombre"
          value={nombre}
          maxLength={campos.nombre.control.maximo}
          onChange={(event) => setNombre(event.currentTarget.value)}
        />
        <DecimalInput
          label={`Contado, ${falta.iso}`}
          decimales={falta.decimales}
          value={saldo}
          onChange={setSaldo}
          {...(falta.piezas.length > 0 && {
            rightSection: (
              <Contar
                falta={falta}
                conteo={conteo}
                usar={(counted, monto) => {
                  setConteo(counted)
                  setSaldo(monto)
                }}
              />
            ),
          })}
        />
        {falta.costo !== null && (
          <DecimalInput
            tasa
            label={`Costo por unidad, ${monedaFuncional().simbolo}`}
            decimales={falta.precision}
            value={costo}
            onChange={setCosto}
          />
        )}
      </fieldset>
      {problema && (
        <p className="problema" role="alert" data-tipo="error">
          {problema}
        </p>
      )}
      <Button type="submit" variant="default" disabled={ocupada}>
        Abrir caja
      </Button>
    </form>
  )
}

/** Counts the till by its notes and coins; the sum is what was counted. */
function Contar(props: {
  falta: Falta
  conteo: Conteo[] | null
  usar: (conteo: Conteo[], monto: string) => void
}) {
  const { falta, conteo, usar } = props
  const [open, setOpen] = useState(false)
  return (
    <>
      <ActionIcon
        variant={conteo ? 'light' : 'subtle'}
        aria-label="Contar por billetes"
        title="Contar por billetes"
        onClick={() => setOpen(true)}
      >
        <IconCash size={18} aria-hidden="true" />
      </ActionIcon>
      <DialogoConteo
        abierto={open}
        titulo={`Lo que hay en caja, en ${falta.nombre.toLowerCase()}`}
        moneda={falta}
        piezas={falta.piezas}
        conteo={conteo}
        usar={usar}
        cerrar={() => setOpen(false)}
      />
    </>
  )
}
