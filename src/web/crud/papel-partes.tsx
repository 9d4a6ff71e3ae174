import classes from './papeles.module.css'

/** What papers say of the house. */
interface Empresa {
  razon_social: string
  ruc: string
  registro_sbs: string
  direccion: string
}

/** Whose paper it is, what it is, and its mark: COPIA, ANULADA. */
export function Membrete({
  empresa,
  titulo,
  numero,
  fecha,
  marca,
}: {
  empresa: Empresa
  titulo: string
  numero: string
  fecha: string
  marca: string | null
}) {
  const facts = [
    `RUC ${empresa.ruc}`,
    empresa.registro_sbs && `Registro SBS ${empresa.registro_sbs}`,
    empresa.direccion,
  ]
  return (
    <header className={classes.membrete}>
      <div>
        <strong>{empresa.razon_social}</strong>
        <span>{facts.filter(Boolean).join(' · ')}</span>
      </div>
      <div>
        <strong>{numero}</strong>
        <span>{fecha}</span>
      </div>
      {marca && <p className={classes.copia}>{marca}</p>}
      <h2>{titulo}</h2>
    </header>
  )
}

/** A line to sign on, and who signs. */
export function Firma({ nombre, detalle }: { nombre: string; detalle: string }) {
  return (
    <div className={classes.firma}>
      <span>{nombre}</span>
      <small>{detalle}</small>
    </div>
  )
}
