import { useMemo, useState } from 'react'
import type { AnswerOf } from '../../core/contract.ts'
import { monedaFuncional } from '../../core/dinero/moneda.ts'
import { formatFechaHora } from '../../core/formato.ts'
import { useAnswer } from '../../web/api/query.ts'
import { useSave } from '../../web/api/save.ts'
import { Formulario, type Seccion } from '../../web/crud/formulario/formulario.tsx'
import { Fallo } from '../../web/crud/lista/lista.tsx'
import { Cargando } from '../../web/crud/pagina/cargando.tsx'
import { Pagina } from '../../web/crud/pagina/pagina.tsx'
import { usePuede } from '../../web/sesion/sesion.ts'
import { GRUPOS } from './contract/grupos.ts'
import { AJUSTES } from './contract/tabla.ts'
import { campos, contrato } from './contract.ts'
import { Reloj } from './reloj.tsx'
import { camposDePais } from './rules/de-pais.ts'
import { Limites } from './ui/limites.tsx'
import { Numeros } from './ui/numeros.tsx'
import { Programa } from './ui/programa.tsx'
import { Respaldo } from './ui/respaldo.tsx'
import { AvisoZona, ZonaDePais } from './ui/zona-de-pais.tsx'

type Guardados = AnswerOf<typeof contrato.obtener>

const SECCIONES: Seccion[] = Object.entries(GRUPOS).map(([clave, titulo]) => ({
  titulo,
  campos: Object.entries(AJUSTES).flatMap(([nombre, { grupo }]) =>
    grupo === clave ? [nombre] : [],
  ),
}))

/** The business settings on one page, in groups. */
export default function Ajustes() {
  const { data, error, refetch } = useAnswer(contrato.obtener)
  if (error && !data) return <Fallo error={error} reintentar={() => void refetch()} />
  if (!data) return <Cargando />
  const { actualizado_en, actualizado_por } = data
  const nota =
    actualizado_en && actualizado_por
      ? `Último cambio: ${formatFechaHora(actualizado_en)}, ${actualizado_por}.`
      : undefined
  return (
    <Pagina titulo="Ajustes" nota={nota}>
      <Reloj />
      <AvisoZona {...data} />
      <Limites ajustes={data} />
      <Edicion guardados={data} />
      <Numeros />
      <Respaldo />
      <Programa />
      <a className="enlace" href="/licencias.txt" target="_blank" rel="noreferrer">
        Licencias de lo que usa el programa
      </a>
    </Pagina>
  )
}

function Edicion({ guardados }: { guardados: Guardados }) {
  const edita = usePuede('ajustes:editar')
  const { save, saving, error } = useSave(contrato.editar)
  // While somebody edits, a newer version must not replace the base of his edit: the server detects the conflict.
  const [abiertos, setAbiertos] = useState(guardados)
  const [guardada, setGuardada] = useState(false)
  if (guardada && guardados.version !== abiertos.version) {
    setGuardada(false)
    setAbiertos(guardados)
  }
  const inicial = useMemo(() => {
    const { actualizado_en: _en, actualizado_por: _por, por_revisar: _r, ...rest } = abiertos
    return rest
  }, [abiertos])
  const [pais, alElegir] = useState(monedaFuncional().pais)
  const suyos = useMemo(() => camposDePais(campos, pais), [pais])
  return (
    <Formulario
      campos={suyos}
      secciones={SECCIONES}
      schema={contrato.editar.body}
      conForm={(form) => <ZonaDePais form={form} siCambia alElegir={alElegir} />}
      inicial={inicial}
      guardar={(body) => save({ body })}
      alGuardar={() => setGuardada(true)}
      guardando={saving}
      error={error}
      actual={guardados}
      soloLectura={!edita}
    />
  )
}
