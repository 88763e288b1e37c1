import { isLoopback } from '@postrider/web-server/hosting/loopback'
import { publicUrlOf, type Settings } from '@postrider/wiring/settings'
import { fine, type Finding } from './finding.js'

/**
 * Whether the MCP server for Agents is enabled, and whether their keys reach it over an encrypted connection.
 */
export const checkMcp = (
  settings: Pick<Settings, 'mcp' | 'publicUrl' | 'httpHost' | 'httpPort'>,
): readonly Finding[] => {
  if (!settings.mcp) return [fine('mcp', 'is off (POSTRIDER_MCP)')]
  const { protocol, hostname, origin } = new URL(publicUrlOf(settings))
  const sentence = `is on at ${origin}/mcp, and at this machine or an IP address`
  if (protocol === 'https:' || isLoopback(hostname)) return [fine('mcp', sentence)]
  const advice = 'Put TLS in front of the API, and use https:// in POSTRIDER_PUBLIC_URL.'
  return [{ verdict: 'note', part: 'mcp', sentence: `${sentence}; Agent keys are sent unencrypted`, advice }]
}
