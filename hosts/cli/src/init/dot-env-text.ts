import type { InstallationPlan } from '@postrider/wiring/installation/plan-installation'

/** Differs from the demo's folder, so that the two never share one. */
const DATA_DIR = './data'

const set = (name: string, value: string | undefined, otherwise: string): string =>
  value === undefined ? `#${name}=${otherwise}` : `${name}=${value}`

/**
 * The `.env` of a new installation: the values chosen for it, and the settings that are most often changed.
 */
export const dotEnvText = ({ storageUrl, queueUrl, masterKey }: InstallationPlan): string => `\
# The settings of a Postrider installation, made by: postrider init
# Commands in this folder read them; environment variables take precedence. .env.example lists all settings.

# Seals secrets and links the audit log. Keep a copy where no backup of the database lies; docs/keys.md says how to
# change it. Every process of the installation needs this very key.
POSTRIDER_MASTER_KEY=${masterKey}

# Embedded database, attachments, sandbox inbox. The demo keeps its own in ./.postrider.
POSTRIDER_DATA_DIR=${DATA_DIR}

# Where everything is kept, and what carries jobs to the dispatchers.
${set('POSTRIDER_STORAGE_URL', storageUrl, 'mysql://postrider:password@127.0.0.1:3306/postrider')}
${set('POSTRIDER_QUEUE_URL', queueUrl, 'amqp://postrider:password@127.0.0.1:5672')}

# The mail server for recovery links, invitations and notices, and whom they are from. Without one they wait.
#POSTRIDER_MAIL_URL=smtp://user:password@mail.example.org:587
#POSTRIDER_MAIL_FROM=Postrider <no-reply@example.org>

# Private networks that provider accounts may connect to, for example a mail server on this machine.
#POSTRIDER_PROVIDER_NETWORKS=127.0.0.1

# Where the API listens, and the address that clients use.
#POSTRIDER_HTTP_HOST=127.0.0.1
#POSTRIDER_HTTP_PORT=8080
#POSTRIDER_PUBLIC_URL=https://api.example.com

# Where the console of super admins listens, and its address in a browser: https:// wherever that is another machine.
#POSTRIDER_CONSOLE_HOST=127.0.0.1
#POSTRIDER_CONSOLE_PORT=8081
#POSTRIDER_CONSOLE_URL=https://console.example.com

# Where the website of customers listens, and its address in a browser: https:// wherever that is another machine. Links in mails
# lead there. Who may make an account at it: invited, or open.
#POSTRIDER_WEBSITE_HOST=127.0.0.1
#POSTRIDER_WEBSITE_PORT=8082
#POSTRIDER_WEBSITE_URL=https://app.example.com
#POSTRIDER_SIGN_UP=invited

# What accounts may be kept in; the first is that of new Organizations.
#POSTRIDER_CURRENCIES=INR
`
