import type { AnswerOf } from '../../../core/contract.ts'
import { formatDecimal } from '../../../core/formato.ts'
import { Ficha, Hace } from '../../../web/crud/valores.tsx'
import type { contrato } from '../contract.ts'

type Estado = AnswerOf<typeof contrato.respaldo>

/** What a PostgreSQL of the house's own says of its archived log, and who backs it up of his backups. */
export function RespaldoAjeno({ bueno, falla, archivo }: Estado) {
  return (
    <>
      {bueno && (
        <p>
          <Ficha tono="positivo">Anotado</Ficha> El último terminó <Hace momento={bueno.fin} />:{' '}
          {formatDecimal(String(bueno.bytes / 1e6), 1)} MB en <code>{bueno.carpeta}</code>
        </p>
      )}
      {falla && (
        <p role="alert">
          <Ficha tono="negativo">Falló</Ficha> <Hace momento={falla.fin} />: {falla.motivo}
        </p>
      )}
      {archivo?.falla ? (
        <p role="alert">
          <Ficha tono="negativo">Sin archivar</Ficha> Lo último que se registró no está respaldado:{' '}
          {archivo.falla}.
        </p>
      ) : (
        archivo?.ultimo && (
          <p>
            <Ficha tono="positivo">Se archiva</Ficha> Lo último que archivó PostgreSQL fue{' '}
            <Hace momento={archivo.ultimo} />.
          </p>
        )
      )}
      {archivo?.archiva === false && (
        <p className="nota">
          PostgreSQL no archiva su registro: de una pérdida vuelve lo que tenga su último respaldo.
          Quien lo administra lo enciende con <code>archive_mode</code>.
        </p>
      )}
      {!bueno && (
        <p className="nota">
          Los respaldos de este PostgreSQL los hace quien lo administra, y nadie anotó ninguno aquí:{' '}
          <code>despliegue/pgbackrest/casa.sh</code> los hace y los anota. Si se hacen de otro modo
          y nadie los anota, apague «Respaldo diario».
        </p>
      )}
    </>
  )
}
