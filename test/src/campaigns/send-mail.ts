import type { TestTenant } from '../hosts/http/test-tenant.js'

/** Has a host accept a mail to an address, under a key that says so too. Throws on any other answer than 202. */
export const acceptMail = async ({ tenant, port }: { tenant: TestTenant; port: number }, address: string) => {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/messages`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${tenant.bearer}`,
      'content-type': 'application/json',
      'idempotency-key': address.replace('@', '-'),
    },
    body: JSON.stringify({
      projectId: tenant.project.projectId,
      appId: tenant.app.appId,
      channel: 'email',
      to: address,
      templateId: tenant.template.email.templateId,
      variables: { name: 'Asha', note: 'It is on time.' },
    }),
  })
  if (answer.status !== 202)
    throw new Error(`${address} was answered ${answer.status}: ${await answer.text()}`)
}

/** Has so many mails accepted, some at once, to addresses at a domain; answers the addresses. */
export const acceptMails = async (
  to: { readonly tenant: TestTenant; readonly port: number },
  domain: string,
  count: number,
): Promise<readonly string[]> => {
  const addresses = Array.from({ length: count }, (_, at) => `mail-${at}@${domain}`)
  for (let from = 0; from < count; from += 20)
    await Promise.all(addresses.slice(from, from + 20).map((address) => acceptMail(to, address)))
  return addresses
}
