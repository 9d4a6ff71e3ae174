import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { useAnswer } from '../../../web/api/query.ts'
import { useSave } from '../../../web/api/save.ts'
import { Seleccion } from '../../../web/crud/lista/seleccion.tsx'
import { Enlace } from '../../../web/marco/navegacion.tsx'
import { contrato as beneficiarios } from '../../beneficiarios/contract.ts'
import { contrato, type DetalleOrden } from '../contract.ts'
import classes from './dialogos.module.css'
import { DialogoOrden } from './orden.tsx'

/** Another beneficiary of the same client and country, or the same one as his agenda says it now. */
export function CambiarBeneficiario({
  orden: o,
  cerrar,
}: {
  orden: DetalleOrden
  cerrar: () => void
}) {
  const { data } = useAnswer(beneficiarios.listar, { params: { id: o.cliente_id } })
  const fits =
    data?.filter(
      ({ pais, moneda, estatus }) =>
        estatus && pais === o.beneficiario_datos.pais && moneda.id === o.recibe_moneda_id,
    ) ?? []
  const [chosen, setChosen] = useState(o.beneficiario_datos.id)
  const [motivo, setMotivo] = useState('')
  const envio = useSave(contrato.cambiarBeneficiario)
  async function enviar() {
    const body = { beneficiario_id: chosen, motivo: motivo.trim() }
    if (await envio.save({ params: { id: o.id }, body })) cerrar()
  }
  return (
    <DialogoOrden
      titulo={`Beneficiario de ${o.numero}`}
      accion="Cambiar"
      orden={o}
      envio={envio}
      cerrar={cerrar}
      enviar={() => void enviar()}
      falta={motivo.trim().length < 5 ? 'Escriba el motivo, en 5 letras o más.' : null}
    >
      <p>
        La orden toma los datos de la agenda como están ahora. Corríjalos antes en la{' '}
        <Enlace a="detalle-cliente" params={{ id: o.cliente_id }} search={{ ver: 'beneficiarios' }}>
          ficha del cliente
        </Enlace>
        .
      </p>
      <div>
        <label className={classes.campo} htmlFor="campo-beneficiario">
          Beneficiario
        </label>
        <Seleccion
          id="campo-beneficiario"
          etiqueta="Beneficiario"
          className={classes.ancho}
          opciones={fits.map(({ id, nombre, metodo }) => ({
            valor: String(id),
            etiqueta: `${nombre} · ${metodo.nombre}`,
          }))}
          valor={String(chosen)}
          alElegir={(value) => setChosen(Number(value))}
        />
      </div>
      <Textarea
        data-autofocus
        label="Motivo"
        withAsterisk
        rows={2}
        maxLength={200}
        value={motivo}
        onChange={({ currentTarget }) => setMotivo(currentTarget.value)}
      />
    </DialogoOrden>
  )
}
