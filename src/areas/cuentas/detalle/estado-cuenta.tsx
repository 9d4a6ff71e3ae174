import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { callWith } from '../../../web/api/api.ts'
import { notify } from '../../../web/avisos/notify.ts'
import { fetchAll } from '../../../web/crud/exportar/reunir.ts'
import { ListaPaginada } from '../../../web/crud/lista/lista-paginada.tsx'
import { useBusqueda, useIr } from '../../../web/marco/navegacion.tsx'
import { usePuede } from '../../../web/sesion/sesion.ts'
import { type CuentaDetalle, contrato } from '../contract.ts'
import type { Movimiento, ResumenMovimientos } from '../movimientos/contract.ts'
import { CONCILIADO, useNotas } from '../movimientos/notas.tsx'
import { EstadoImpreso } from './estado-impreso.tsx'
import { columnasDe, diaDe, origenDe, usePorDia } from './movimientos-columnas.tsx'
import { Resumen } from './resumen-movimientos.tsx'

export interface Hoja {
  movimientos: readonly Movimiento[]
  resumen: ResumenMovimientos
  desde: string | undefined
  hasta: string | undefined
}

/** The statement of one account over some days, with opening and closing balance; printed whole, not by page. */
export function EstadoCuenta({ cuenta }: { cuenta: CuentaDetalle }) {
  const ganancia = usePuede('ganancia:ver')
  const clientes = usePuede('clientes:ver')
  const ir = useIr()
  const fijo = { cuenta_id: String(cuenta.id) }
  const { hoja, imprimir, leyendo } = useImpresion(cuenta)
  const notas = useNotas()
  const porDia = usePorDia()
  return (
    <div className="pila">
      <Resumen fijo={fijo} />
      <ListaPaginada
        lista="estado-cuenta"
        titulo={`Movimientos de ${cuenta.nombre}`}
        endpoint={contrato.movimientos}
        columnas={[...columnasDe({ cuenta: false, ganancia, clientes, porDia }), ...notas.columnas]}
        fijo={fijo}
        id={({ id }) => id}
        abrir={(fila) => {
          const ruta = origenDe(fila)
          if (ruta) ir(ruta, { id: fila.origen_id })
        }}
        nombreFila={({ concepto }) => concepto}
        filtros={[{ tipo: 'fechas' }, CONCILIADO]}
        grupo={diaDe}
        {...notas.marcar}
        vacio={<p>Esta cuenta todavía no tiene movimientos.</p>}
      />
      <div>
        <Button
          variant="default"
          loading={leyendo}
          leftSection={<IconPrinter size={16} aria-hidden="true" />}
          onClick={() => void imprimir()}
        >
          Imprimir estado de cuenta
        </Button>
      </div>
      {notas.dialogo}
      {hoja && <EstadoImpreso cuenta={cuenta} hoja={hoja} />}
    </div>
  )
}

/** Loads every movement of the chosen days, oldest first, renders the sheet, then prints it. */
function useImpresion({ id }: CuentaDetalle) {
  const [{ desde, hasta }] = useBusqueda()
  const [hoja, setHoja] = useState<Hoja>()
  const [leyendo, setLeyendo] = useState(false)

  useEffect(() => {
    if (!hoja) return
    const clear = () => setHoja(undefined)
    addEventListener('afterprint', clear)
    print()
    return () => removeEventListener('afterprint', clear)
  }, [hoja])

  async function imprimir() {
    setLeyendo(true)
    const query = { cuenta_id: id, ...(desde && { desde }), ...(hasta && { hasta }) }
    try {
      const { signal } = new AbortController()
      const [{ filas: movimientos }, resumen] = await Promise.all([
        fetchAll<Movimiento>(contrato.movimientos.path, { ...query, orden: 'fecha' }, signal),
        callWith(contrato.resumen, { query }),
      ])
      setHoja({ movimientos, resumen, desde, hasta })
    } catch (error) {
      notify('warning', error instanceof Error ? error.message : String(error))
    } finally {
      setLeyendo(false)
    }
  }

  return { hoja, imprimir, leyendo }
}
