import { Suspense } from 'react'
import { decimal } from '../../../core/dinero/decimal.ts'
import type { Campos } from '../../../core/fields.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { Ficha } from '../../../web/crud/valores.tsx'
import { parte } from '../../../web/sin-linea/parte.tsx'
import { campos, contrato } from '../contract.ts'
import { EstadoCliente, NivelCliente } from '../ficha/fichas.tsx'
import { Barras } from './barras.tsx'
import classes from './cliente.module.css'
import type { ConocidoProps } from './conocido.tsx'
import { fraseDeLimites } from './frase-limites.ts'
import { useLimites } from './uso-limites.ts'

// Comes with the first client of whom there is one.
const Foto = parte(() => import('../documentos/foto.tsx'))

/**
 * What an operation should know of its client, beside his name: his document, state, level and risk, what was noted of
 * him, what he may still move, and what he lacks. `dolares` is the amount so far: what it is refused for is said before
 * it is sent.
 */
export default function ConocidoFicha(props: ConocidoProps) {
  const { id, dolares, children } = props
  const { data: cliente } = useAnswer(contrato.obtener, { params: { id } })
  const limites = useLimites(id)
  if (!cliente || cliente.id !== id) return null
  const { estado, motivo_estado, documento_vencido, riesgo_efectivo, faltan, foto, notas } = cliente
  const motivos = limites?.motivos ?? []
  const beyond = dolares !== null && limites?.libre != null && decimal(dolares).gt(limites.libre)
  const frase = limites && fraseDeLimites(limites)
  const all: Campos = campos
  const asked =
    beyond && motivos.includes('identidad') && !motivos.includes('ficha')
      ? cliente.faltan_identidad
      : faltan
  const words = asked.map((nombre) => all[nombre]?.etiqueta.toLowerCase() ?? nombre)
  return (
    <div className={classes.conocido} data-foto={foto !== null || undefined}>
      {foto !== null && (
        <Suspense fallback={<span className={classes.foto} />}>
          <Foto adjunto={foto} nombre={cliente.nombre} />
        </Suspense>
      )}
      <p className="fila hueco-6">
        {estado !== 'activo' && <EstadoCliente estado={estado} />}
        <NivelCliente {...cliente} />
        {riesgo_efectivo === 'alto' && <Ficha tono="negativo">Riesgo alto</Ficha>}
        {documento_vencido && <Ficha tono="negativo">Documento vencido</Ficha>}
        {cliente.segmento === 'mayorista' && <Ficha tono="info">Mayorista</Ficha>}
      </p>
      {estado !== 'activo' && motivo_estado && <p className="nota">{motivo_estado}</p>}
      {notas && (
        <p className={classes.notas} title={notas}>
          <strong>Notas:</strong> {notas}
        </p>
      )}
      {frase && <p className={beyond ? 'banda' : 'nota'}>{frase}</p>}
      {limites && <Barras limites={limites} />}
      {words.length > 0 && (
        <p className="nota">
          {`Falta en su ficha: ${words.join(', ')}. `}
          <a href={`/clientes/detalle/${id}?ver=datos`} target="_blank" rel="noreferrer">
            Completar en otra pestaña
          </a>
        </p>
      )}
      {children}
    </div>
  )
}
