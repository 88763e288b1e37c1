/** How the benchmark's message centre is entered. */
export const CENTRE_LOGIN = { systemId: 'bench', password: 'bench' } as const
