import { useAnswer } from '../../../web/api/query.ts'
import { type FiltroDe, filtroDe } from '../../../web/crud/lista/filtros.tsx'
import { ListaPaginada } from '../../../web/crud/lista/lista-paginada.tsx'
import { Pagina } from '../../../web/crud/pagina/pagina.tsx'
import { useIr } from '../../../web/marco/navegacion.tsx'
import { usePuede } from '../../../web/sesion/sesion.ts'
import { useMonedas } from '../../monedas/ui/uso.ts'
import { contrato } from '../contract.ts'
import { CONCILIADO, useNotas } from '../movimientos/notas.tsx'
import { useSaldosEnVivo } from '../ui/en-vivo.tsx'
import { columnasDe, diaDe, origenDe, usePorDia } from './movimientos-columnas.tsx'
import { Resumen, useSumas } from './resumen-movimientos.tsx'

/** Movements of all accounts, the latest first; with the filter for one account, its statement. */
export default function Movimientos() {
  const { data: cuentas = [] } = useAnswer(contrato.listar)
  const byId = useMonedas()
  const { data: autores = [] } = useAnswer(contrato.autores)
  const ganancia = usePuede('ganancia:ver')
  const clientes = usePuede('clientes:ver')
  const notas = useNotas()
  const porDia = usePorDia()
  const sumas = useSumas()
  const ir = useIr()
  useSaldosEnVivo()
  const filtros: FiltroDe<typeof contrato.movimientos>[] = [
    filtroDe(
      'cuenta_id',
      'Cuenta',
      cuentas.map(({ id, nombre }) => [String(id), nombre] as const),
    ),
    filtroDe(
      'moneda_id',
      'Moneda',
      [...byId.values()].map(({ id, iso }) => [String(id), iso] as const),
    ),
    { tipo: 'fechas' },
    filtroDe('tipo', 'Movimiento', { ingreso: 'Ingresos', egreso: 'Egresos' }),
    { tipo: 'montos' },
    filtroDe(
      'usuario_id',
      'Usuario',
      autores.map(({ id, nombre }) => [String(id), nombre] as const),
    ),
    CONCILIADO,
  ]
  return (
    <Pagina titulo="Movimientos" migas={[{ texto: 'Cuentas', ruta: 'cuentas' }]}>
      <Resumen />
      <ListaPaginada
        lista="movimientos"
        titulo="Movimientos de las cuentas"
        endpoint={contrato.movimientos}
        columnas={[...columnasDe({ cuenta: true, ganancia, clientes, porDia }), ...notas.columnas]}
        id={({ id }) => id}
        abrir={(fila) => {
          const ruta = origenDe(fila)
          if (ruta) ir(ruta, { id: fila.origen_id })
        }}
        nombreFila={({ concepto }) => concepto}
        filtros={filtros}
        sumas={sumas}
        grupo={diaDe}
        {...notas.marcar}
        buscar="Concepto o número"
        vacio={<p>Todavía no hay movimientos: aparecen con el primer saldo u operación.</p>}
      />
      {notas.dialogo}
    </Pagina>
  )
}
