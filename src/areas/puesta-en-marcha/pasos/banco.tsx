import { useState } from 'react'
import type { AnswerOf } from '../../../core/contract.ts'
import type { FieldError } from '../../../core/errors.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { Fallo } from '../../../web/crud/lista/lista.tsx'
import { Enlace } from '../../../web/marco/navegacion.tsx'
import type { CuentaFila } from '../../cuentas/contract.ts'
import { entidades } from '../../entidades-financieras/contract.ts'
import type { monedas as catalogoMonedas } from '../../monedas/contract.ts'
import classes from '../puesta-en-marcha.module.css'
import { Abiertas } from './abiertas.tsx'
import { NuevaEnEntidad } from './nueva-en-entidad.tsx'

/** An account that the house has at a bank, wallet or exchange. */
export interface CuentaEnEntidad {
  nombre: string
  tipo: CuentaFila['tipo']
  moneda_id: number
  pais: string
  entidad_id: number
  numero: string
  saldo_inicial?: string
  tasa_costo?: string | null
}

export interface BancoProps {
  cuentas: readonly CuentaFila[]
  monedas: readonly AnswerOf<typeof catalogoMonedas.contrato.listar>[number][]
  /** What a unit costs today, by currency. */
  precios: ReadonlyMap<number, { compra: string; precision: number }>
  abrir: (cuenta: CuentaEnEntidad) => Promise<unknown>
  ocupada: boolean
  errores: readonly FieldError[]
  dicho: string | undefined
}

/** The accounts at banks and wallets, one after the other, each with the balance that its entity says. */
export function Banco(props: BancoProps) {
  const { data, error, refetch } = useAnswer(entidades.contrato.listar)
  const [turno, setTurno] = useState(0)
  if (error && !data) return <Fallo error={error} reintentar={() => void refetch()} />
  if (!data) return null
  const todas = data.filter(({ estatus }) => estatus)
  return (
    <section className={classes.precios} aria-labelledby="en-entidades">
      <h2 id="en-entidades">Bancos y billeteras</h2>
      <Abiertas
        cuentas={props.cuentas.filter(({ tipo }) => tipo !== 'caja' && tipo !== 'boveda')}
      />
      {todas.length === 0 ? (
        <p className="tenue">
          Elija primero sus bancos en{' '}
          <Enlace a="puesta-en-marcha" search={{ paso: 'catalogos' }}>
            Bancos y formas de pago
          </Enlace>
          .
        </p>
      ) : (
        <NuevaEnEntidad
          key={turno}
          {...props}
          enfocar={turno > 0}
          entidades={todas}
          alAbrir={() => setTurno(turno + 1)}
        />
      )}
    </section>
  )
}
