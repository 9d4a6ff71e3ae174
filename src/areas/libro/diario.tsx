import { useAnswer } from '../../web/api/query.ts'
import { type FiltroDe, filtroDe, useFiltrado } from '../../web/crud/lista/filtros.tsx'
import { ListaPaginada } from '../../web/crud/lista/lista-paginada.tsx'
import { Pagina } from '../../web/crud/pagina/pagina.tsx'
import { aporte } from '../../web/marco/aportes.ts'
import { useBusqueda, useIr } from '../../web/marco/navegacion.tsx'
import { usePuede } from '../../web/sesion/sesion.ts'
import { columnasApuntes, Saldo } from './columnas.tsx'
import { contrato, type FilaBalance } from './contract.ts'
import { useLibroEnVivo } from './en-vivo.tsx'
import { Exportar } from './exportar.tsx'

/** The journal, entry by entry; with the filter for one account, its ledger page with the running balance. */
export default function Diario() {
  const [{ cuenta_id, buscar }] = useBusqueda()
  const { data: cuentas = [] } = useAnswer(contrato.cuentas)
  const exporta = usePuede('libro:exportar')
  const ir = useIr()
  useLibroEnVivo()
  const una = cuentas.find(({ id }) => String(id) === cuenta_id)
  const filtros: FiltroDe<typeof contrato.diario>[] = [
    filtroDe(
      'cuenta_id',
      'Cuenta',
      cuentas.map(({ id, nombre, codigo }) => [String(id), `${nombre} · ${codigo}`] as const),
    ),
    { tipo: 'fechas' },
  ]
  return (
    <Pagina
      titulo={una ? `Mayor de ${una.nombre}` : 'Diario'}
      migas={[{ texto: 'Libro', ruta: 'libro' }]}
      nota={una ? `${una.codigo} · ${una.moneda.iso}` : 'Cada apunte abre su documento.'}
      acciones={exporta && <Exportar />}
    >
      {una && !buscar && <Saldos cuenta_id={una.id} />}
      <ListaPaginada
        lista={una ? 'mayor' : 'diario'}
        titulo={una ? 'Mayor de la cuenta' : 'Apuntes del libro'}
        endpoint={contrato.diario}
        columnas={columnasApuntes(una !== undefined)}
        id={({ id }) => id}
        abrir={({ origen, origen_id }) => {
          const ruta = aporte('documentos')[origen]?.ruta
          if (ruta) ir(ruta, { id: origen_id })
        }}
        nombreFila={({ numero, glosa }) => numero ?? glosa}
        filtros={filtros}
        buscar="Concepto, documento o asiento"
        vacio={<p>El libro está vacío: empieza con el primer saldo u operación.</p>}
      />
    </Pagina>
  )
}

/** Opening balance + debits − credits = closing balance of the account in the address. */
function Saldos({ cuenta_id }: { cuenta_id: number }) {
  const query = { ...useFiltrado(contrato.mayor), cuenta_id }
  const { data } = useAnswer(contrato.mayor, { query }, { conserva: true })
  if (!data) return null
  const { moneda } = data
  const lines: (readonly [string, FilaBalance['final']])[] = [
    ['Saldo inicial', data.inicial],
    ['Debe', data.debe],
    ['Haber', data.haber],
    ['Saldo final', data.final],
  ]
  return (
    <ul className="tira" aria-label="Saldos de la cuenta">
      {lines.map(([titulo, valor]) => (
        <li key={titulo}>
          <span>{titulo}</span>
          <strong>
            <Saldo valor={valor} moneda={moneda} />
          </strong>
        </li>
      ))}
    </ul>
  )
}
