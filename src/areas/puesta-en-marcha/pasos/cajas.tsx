import { useState } from 'react'
import { monedaFuncional } from '../../../core/dinero/moneda.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { dicho, useSave } from '../../../web/api/save.ts'
import { AvisoPendiente } from '../../../web/crud/formulario/aviso-pendiente.tsx'
import { Fallo } from '../../../web/crud/lista/lista.tsx'
import { Cargando } from '../../../web/crud/pagina/cargando.tsx'
import { useSesion } from '../../../web/sesion/sesion.ts'
import { contrato as ajustes } from '../../ajustes/contract.ts'
import { contrato as cuentas } from '../../cuentas/contract.ts'
import { monedas } from '../../monedas/contract.ts'
import { contrato as pares } from '../../pares-divisas/contract.ts'
import { AvisoDeZona, useNegocio } from '../negocio.tsx'
import { costosDe } from '../rules/costo.ts'
import { JUEGOS } from '../rules/juegos.ts'
import { Abiertas } from './abiertas.tsx'
import { Banco, type CuentaEnEntidad } from './banco.tsx'
import { type Abierta, Caja, type Falta } from './caja.tsx'
import { Responsable, SucursalDeCajas } from './responsable.tsx'
import { SinPagar } from './sin-pagar.tsx'

/** Currencies of which there are notes or coins. */
const CON_PIEZAS = new Set(JUEGOS.flatMap(({ piezas }) => piezas.map(({ moneda_id }) => moneda_id)))

/** Notes or coins as a currency keeps them: values with blanks between. */
const piezas = (clase: 'billete' | 'moneda', valores: string | null | undefined) =>
  (valores ?? '').split(' ').flatMap((valor) => (valor ? [{ clase, valor }] : []))

/** What the form of an account at an entity is called where those of tills are called by their currency. */
const BANCO = 0

/** A till for each currency that changes hands, with what was counted, and accounts at banks, with what they say. */
export function Cajas() {
  const a = useAnswer(cuentas.listar)
  const b = useAnswer(monedas.contrato.listar)
  const c = useAnswer(pares.listar)
  const d = useAnswer(ajustes.casa)
  const e = useAnswer(cuentas.responsables)
  const f = useAnswer(cuentas.sucursales)
  const { save, saving, error, incierto, pendiente } = useSave(cuentas.crear, {
    stale: ['posiciones', 'dashboard', 'cierres'],
  })
  const negocio = useNegocio()
  const [enviada, setEnviada] = useState(0)
  const [elegida, setElegida] = useState<number | null>()
  const [aqui, setAqui] = useState<number | null>(null)
  const [sinNadie, setSinNadie] = useState(false)
  const { usuario } = useSesion()
  const failed = [a, b, c, d, e, f].find((each) => each.error && !each.data)
  if (failed?.error) return <Fallo error={failed.error} reintentar={() => void failed.refetch()} />
  if (!a.data || !b.data || !c.data || !d.data || !e.data || !f.data) return <Cargando />
  const there = a.data.filter(({ estatus }) => estatus)
  // A house with branches has tills in each.
  const sucursal = f.data.find(({ id }) => id === aqui) ?? f.data[0] ?? null
  const tills = there.filter(({ tipo }) => tipo === 'caja')
  const prices = new Map(
    c.data
      .filter(
        ({ pais, cotizacion_id }) =>
          pais === monedaFuncional().pais && cotizacion_id === monedaFuncional().id,
      )
      .map((par) => [par.base_id, par]),
  )
  const cash = b.data.filter(
    ({ id, estatus, billetes, metalicas }) =>
      estatus &&
      (id === monedaFuncional().id ||
        (negocio !== 'envios' && prices.has(id) && (CON_PIEZAS.has(id) || billetes || metalicas))),
  )
  const faltan = cash
    .filter(
      ({ id }) =>
        !tills.some((each) => each.moneda.id === id && each.sucursal_id === (sucursal?.id ?? null)),
    )
    .map(
      ({ id, iso, simbolo, nombre, decimales, billetes, metalicas }): Falta => ({
        moneda_id: id,
        costo: prices.get(id)?.compra ?? null,
        precision: prices.get(id)?.precision ?? 0,
        piezas: [...piezas('billete', billetes), ...piezas('moneda', metalicas)],
        ...{ iso, simbolo, nombre, decimales },
      }),
    )
  const personas = e.data.filter(({ estatus }) => estatus)
  // Whoever is alone answers for his tills; where there are others, a till is given to somebody.
  const quien =
    elegida === undefined && personas.length === 1 ? (usuario?.id ?? null) : (elegida ?? null)
  const titular = d.data.razon_social
  const abrir = (falta: Falta, { nombre, saldo, denominaciones, costo }: Abierta) => {
    setSinNadie(quien === null)
    if (quien === null) return
    setEnviada(falta.moneda_id)
    const opened = saldo ? { saldo_inicial: saldo, tasa_costo: costo, denominaciones } : {}
    const fields = { nombre, tipo: 'caja', moneda_id: falta.moneda_id } as const
    const own = { pais: monedaFuncional().pais, titular, responsable_id: quien }
    const en = { sucursal_id: sucursal?.id ?? null }
    void save({ body: { ...fields, ...own, ...en, ...opened } })
  }
  const abrirEn = (cuenta: CuentaEnEntidad) => {
    setEnviada(BANCO)
    return save({ body: { ...cuenta, titular } })
  }
  const problema = (forma: number) => (enviada === forma ? dicho({ error, incierto }) : undefined)
  return (
    <>
      {pendiente && <AvisoPendiente />}
      <AvisoDeZona />
      <Abiertas cuentas={tills} />
      <SucursalDeCajas
        sucursales={f.data}
        valor={sucursal?.id ?? null}
        cambiar={setAqui}
        ocupado={saving}
      />
      {faltan.length > 0 ? (
        <Responsable
          personas={personas}
          valor={quien}
          cambiar={setElegida}
          ocupado={saving}
          error={sinNadie && quien === null ? 'Elija quién responde por la caja.' : undefined}
        />
      ) : (
        <p className="tenue">Cada moneda que maneja en efectivo tiene su caja.</p>
      )}
      {faltan.map((falta) => (
        <Caja
          key={`${sucursal?.id} ${falta.moneda_id}`}
          donde={sucursal?.nombre ?? null}
          falta={falta}
          abrir={abrir}
          ocupada={saving}
          dicho={problema(falta.moneda_id)}
        />
      ))}
      {negocio !== 'mostrador' && <SinPagar pares={c.data} cuentas={there} monedas={b.data} />}
      <Banco
        cuentas={there}
        monedas={b.data.filter(({ estatus }) => estatus)}
        precios={costosDe(c.data, monedaFuncional())}
        abrir={abrirEn}
        ocupada={saving}
        errores={(enviada === BANCO && error?.body.errors) || []}
        dicho={problema(BANCO)}
      />
    </>
  )
}
