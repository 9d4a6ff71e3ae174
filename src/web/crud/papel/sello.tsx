import { codigoLegible, enlacePapel, VERIFICAR } from '../../../core/documento/papel.ts'
import classes from './papeles.module.css'
import { Qr } from './qr.tsx'

/**
 * The code of a printed document and where anybody can check it. Without an address of the house, the QR code
 * leads to the one at which this screen is open.
 */
export function Sello({
  numero,
  codigo,
  empresa,
}: {
  numero: string
  codigo: string
  empresa: { web: string }
}) {
  const casa = empresa.web || location.origin
  return (
    <div className={classes.sello}>
      <Qr
        className={classes.qr}
        texto={enlacePapel(casa, numero, codigo)}
        titulo="Enlace para verificar este documento"
      />
      <p>
        <span>Código de verificación</span>
        <strong>{codigoLegible(codigo)}</strong>
        <span>{`${casa.replace(/^https?:\/\//, '')}${VERIFICAR}`}</span>
      </p>
    </div>
  )
}
