import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { onEvento } from '../../web/api/events.ts'
import { invalidate, useAnswer } from '../../web/api/query.ts'
import { Lista } from '../../web/crud/lista/lista.tsx'
import { usePuede } from '../../web/sesion/sesion.ts'
import { COLUMNAS, FILTROS } from './columnas.tsx'
import { type Beneficiario, contrato } from './contract.ts'
import classes from './ficha.module.css'
import { Ficha } from './ficha.tsx'

/** Whom this client sends money to. */
export default function Agenda({ id }: { id: number }) {
  const { data, error, refetch } = useAnswer(contrato.listar, { params: { id } })
  const edita = usePuede('beneficiarios:editar')
  const [abierto, setAbierto] = useState<number | 'nuevo' | null>(null)
  useAgendaViva()
  const crear = edita && (
    <Button
      leftSection={<IconPlus size={16} aria-hidden="true" />}
      onClick={() => setAbierto('nuevo')}
    >
      Nuevo beneficiario
    </Button>
  )
  return (
    <div className={classes.agenda}>
      {data && data.length > 0 && crear}
      <Lista<Beneficiario>
        lista="beneficiarios"
        titulo="Beneficiarios del cliente"
        columnas={COLUMNAS}
        filas={data}
        id={(fila) => fila.id}
        abrir={(fila) => setAbierto(fila.id)}
        nombreFila={({ nombre }) => nombre}
        filtros={FILTROS}
        pasa={(fila, { estatus }) => !estatus || (estatus === 'activo') === fila.estatus}
        textos={(fila) => [fila.alias, fila.nombre, ...fila.datos.map(({ valor }) => valor)]}
        error={error}
        reintentar={() => void refetch()}
        vacio={
          <>
            <p>Este cliente todavía no tiene beneficiarios.</p>
            {crear}
          </>
        }
      />
      <Ficha
        cliente_id={id}
        abierto={abierto}
        beneficiario={data?.find((each) => each.id === abierto)}
        // What was opened while this one was being saved stays open.
        cerrar={() => setAbierto((now) => (now === abierto ? null : now))}
      />
    </div>
  )
}

/** An agenda is an answer about a client, and what may be chosen comes from two catalogues. */
function useAgendaViva(): void {
  useEffect(
    () =>
      onEvento((area) => {
        if (area === 'beneficiarios') void invalidate(['clientes'])
        if (area === 'tipos-pagos' || area === 'entidades-financieras') {
          void invalidate(['beneficiarios', 'clientes'])
        }
      }),
    [],
  )
}
