import type { TestTenant } from '@postrider/test/hosts/http/test-tenant'

/** Sends an email to an address through a host, with a key that contains the address. */
export const sendMail = (
  { tenant, port }: { tenant: TestTenant; port: number },
  address: string,
): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}/v1/messages`, {
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

const acceptMail = async (to: Parameters<typeof sendMail>[0], address: string): Promise<void> => {
  const answer = await sendMail(to, address)
  if (answer.status !== 202)
    throw new Error(`${address} was answered ${answer.status}: ${await answer.text()}`)
}

/** Accepts this number of emails, some concurrently, to addresses at a domain, and returns the addresses. */
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
