/** The words by which a pasted text is understood, without accents or case. */

const palabras = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter(Boolean))

/** Words of banks and forms: beside a name they are no part of it, and no reason to doubt it. */
export const DE_FORMULARIO = palabras(`
  banco banca bank cuenta cuentas cta ctas corriente ahorro ahorros cedula cedulas telefono tlf telf tel telefonico
  celular cel correo email mail movil pagomovil transferencia transferencias numero nro num datos dato zelle nequi
  daviplata yape plin llave bre breb cci usdt trc trc20 tron binance wallet billetera ci cc dni rif nit ruc ptp cpp
  pasaporte carnet titular titulares nombre nombres apellido apellidos beneficiario beneficiaria razon social
  identidad ciudadania y o u e documento doc id tipo natural juridica persona interbancario interbancaria n no whatsapp wsp
  banesco mercantil provincial bancolombia davivienda interbank scotiabank bbva bcp bnc bdv bancamiga`)

/** Words of who writes, not of who is paid: one of them in a line and no name in it is sure. */
const DE_CONVERSACION = palabras(`
  a abona abonar abono acaba acabo adios agradezco ahi ahora ahorita alla alquiler amor apenas aqui arriendo asi aun
  avenida av aviso avisame avise ayer ayuda banca barrio bendiciones bendicion besos bien bueno buena buenas buenos
  calle cambio caracas carino carajo carrera casa chao chevere cita ciudad clinica colegio comida como comparto compra
  con concepto condominio confirma confirmame confirmar copia cosa cosas cuando cuanto cualquier cuidate cumple
  cumpleanos da dale dame deposita depositar deposite deposito desde despues dia dias dice dijo dinero dios
  dolares soles bolivares pesos don dona donde dos duda ella ellos en encargo entonces entrega envia enviar
  envie envio era es esa ese eso espera espero esta estan estas este esto estoy euros factura familia
  favor favorcito feliz fin foto fuera giro gracias gente grupo ha hace hacer hacia hago han hay hazme haz he hola hoy
  hasta igual importante inicial iniciales isla jiron le les listo llama llamame llego llegue llega local lo luego
  manda mandale mandame mandar mando mande manana mas me medicina medicinas mensaje mensualidad mes mi mil mio mis
  mismo misma momento monto motivo mucho muchas muy nada necesito ni noche noches nos nuestra nuestro nuevo nueva
  ojo ok okay operacion otra otro pa pagar pago pagos pagale pague para parte pasa pasaje pasajes pasame paso
  pendiente pero plata por porfa porfavor porfis porque pronto puede puedes puerto que queda quedo quien quiere quiero
  rapido realizar recibe recibi referencia regalo remesa remitente renta reserva respuesta sabado saldo saludo saludos
  sector se sea semana senor senora sera ser si siempre sin sino sobre sola solo son soy sr sra srta su sus tal
  tambien tarde tardes te tengo ti tienda tiene todo todos toma total tu tus un una unos uno urb urbanizacion urgente
  usted va van ve veo ver verdad verifica vez vendedor viernes virgen vive voy vuelto ya yo etc esos estos feriado
  domingo lunes martes miercoles jueves navidad prestamo deuda matricula universidad reenviado forwarded att atte
  atentamente cordialmente bodega local negocio taller edificio apartamento apto piso parroquia municipio estado
  distrito provincia departamento plaza pueblo habla saluda escribe estimado estimada estimados cambista casero casera
  dueno duena jefe jefa vecino vecina doctor doctora dr dra ing lic profe profesora profesor maestro chofer
  al lado frente cerca puntual hermoso hermosa lindo linda rey reina corazon bebe bb tqm plis please thanks
  thank you hello hi the for to my pay send money nuestros ustedes quisiera podria podrias fecha hora`)

/** Towns that stand in many texts; some are surnames too, and a name with one of them is doubtful. */
export const LUGARES = palabras(`
  venezuela colombia peru ecuador chile lima callao caracas valencia maracaibo barquisimeto maracay merida tachira
  zulia carabobo aragua lara miranda bolivar anzoategui monagas sucre falcon trujillo barinas guayana margarita
  bogota medellin cali cucuta barranquilla cartagena bucaramanga arequipa cusco piura tacna chiclayo miraflores
  surco lince barranco brena usa miami madrid san santa santo villa`)

/** Words inside a name that are no name alone. */
export const PARTICULAS = palabras('de del el la las los da das do dos van von mc')

/** Words that only a company has in its name. */
export const DE_EMPRESA = palabras(`
  ca sa sac saa srl eirl ltda sas cia inversiones distribuidora comercial comercializadora corporacion grupo servicios
  multiservicios transportes constructora importadora asociacion fundacion cooperativa repuestos ferreteria farmacia`)

/** Given names, the surest sign that a line is somebody. */
const DE_PILA = palabras(`
  aaron abel abraham abril ada adela adelaida adolfo adrian adriana agustin agustina aida alan alba alberto aldo
  alejandra alejandro alejandrina alex alexander alexandra alexis alfonso alfredo alicia alonso alvaro amalia amanda
  amelia amparo ana anabel anais andrea andreina andres andy angel angela angeles angelica angelina angie anibal anita
  anthony antonella antonia antonio antony araceli ariana ariel armando arturo astrid augusto aurelio aurora beatriz
  belen belkis benito benjamin bernarda bernardo berta bertha betty bianca blanca boris brandon brayan brenda brigitte
  bruno bryan camila camilo candelaria carla carlos carmelo carmen carol carolina caroline catalina cecilia celeste
  celia cesar charles christian christopher cindy clara claudia claudio clemente concepcion constanza consuelo cristian
  cristina cristobal dalia damian daniel daniela danilo danny dario david dayana debora deisy delia denis denise deyanira
  diana diego dilcia dolores domingo dora doris douglas edgar edgardo edith eduardo edwin efrain elena eleonora elias
  elisa elizabeth elsa elvia elvira emely emilia emiliano emilio emily emma enrique eric erica erick erika ernesto
  esmeralda esperanza esteban estefania estela estefany esther eugenia eugenio eva evelin evelyn fabian fabiana fabiola
  fatima federico felicia felipe felix fermin fernanda fernando flor florencia franca francisca francisco franco frank
  franklin freddy gabriel gabriela genesis george gerardo german gilberto gina giovanna giovanni gisela gladys gloria
  gonzalo graciela gregoria gregorio grecia greta griselda guadalupe guillermina guillermo gustavo hector helen helena
  henry hernan heidy hilda hugo humberto ignacio ilse ines ingrid irene iris irma isaac isabel isabella ismael israel
  ivan ivonne jacinto jacqueline jaime james janet jason javier jean jenny jennifer jeremias jesica jessica jesus jhon
  jhonny joan joanna joaquin joel johana johanna john johnny jonathan jorge jose josefa josefina joselin joseph josue
  juan juana juanita judith julia julian juliana julio karen karin karina karla katherine katiuska keila kelly kelvin
  kenneth kevin laura leandro leda leidy leonardo leonel leonor leslie leticia lidia lila liliana lilian lina lisbeth
  lisette lizbeth lorena lorenzo lourdes lucas lucero lucia luciana luciano lucila luis luisa lupe luz mabel magaly
  magdalena manuel manuela marcela marcelo marco marcos margarita maria mariana mariano maribel maricarmen mariela
  marilu marina mario marisol maritza marlene marta martha martin martina mary mateo matias mauricio maximo mayra
  mercedes mery michael michelle miguel mikel milagros milena miranda mireya miriam moises monica nancy natalia nataly
  nelly nelson nestor nicolas nicole nidia nieves noemi noelia nora norma octavio ofelia olga olivia omar orlando oscar
  osvaldo pablo pamela paola patricia patricio paul paula paulina pedro perla petra piedad pilar rafael rafaela ramiro
  ramon ramona raquel raul rebeca regina reinaldo rene ricardo richard rita robert roberto rocio rodolfo rodrigo
  rogelio roger rolando roman romina ronald rosa rosalba rosalia rosana rosario rosaura roxana ruben ruth sabrina
  salvador samuel sandra santiago santos sara saul sebastian segundo serafin sergio silvia simon sofia sol soledad
  sonia stefany stephanie susana tamara tania tatiana teodoro teresa thomas tomas trinidad ursula valentin valentina
  valeria vanesa vanessa veronica vicente victor victoria vilma violeta virginia viviana walter wendy wilfredo william
  willian wilmer wilson xavier ximena xiomara yajaira yamile yanet yaneth yelitza yenny yesenia yohana yolanda yoselin
  yuleisy yuliana yulimar yusmary zoila zoraida zulay zuleima`)

export type Parentesco =
  | 'propio'
  | 'conyuge'
  | 'padre'
  | 'hijo'
  | 'hermano'
  | 'familiar'
  | 'amigo'
  | 'proveedor'
  | 'otro'

const parientes = (text: string, parentesco: Parentesco): [string, Parentesco][] =>
  [...palabras(text)].map((word) => [word, parentesco])

/** What a client calls who is paid, and which relation that is. */
export const PARIENTES: ReadonlyMap<string, Parentesco> = new Map([
  ...parientes('mama mami madre mamita papa papi padre papito viejita viejito', 'padre'),
  ...parientes('esposo esposa marido mujer pareja novio novia conyuge', 'conyuge'),
  ...parientes('hijo hija hijito hijita nino nina', 'hijo'),
  ...parientes('hermano hermana hermanito hermanita', 'hermano'),
  ...parientes(
    'tio tia primo prima abuelo abuela abuelita abuelito sobrino sobrina cunado cunada suegro suegra nieto nieta madrina padrino nuera yerno comadre compadre',
    'familiar',
  ),
  ...parientes('amigo amiga pana', 'amigo'),
  ...parientes('proveedor proveedora', 'proveedor'),
])

export type Clase =
  | 'formulario'
  | 'pariente'
  | 'conversacion'
  | 'lugar'
  | 'particula'
  | 'pila'
  | 'otra'

/** What a word, already without accents or case, is in a pasted text. */
export function claseDe(word: string): Clase {
  if (PARTICULAS.has(word)) return 'particula'
  if (DE_FORMULARIO.has(word)) return 'formulario'
  if (PARIENTES.has(word)) return 'pariente'
  if (DE_CONVERSACION.has(word)) return 'conversacion'
  if (LUGARES.has(word)) return 'lugar'
  return DE_PILA.has(word) ? 'pila' : 'otra'
}
