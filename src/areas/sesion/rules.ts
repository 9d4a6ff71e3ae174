/** How long what signs somebody in may be; apart from the contract, since the form of the first page loads no schema. */
export const LARGO = { usuario: 120, password: 200, codigo: 40 } as const
