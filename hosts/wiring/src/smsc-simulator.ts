/** An SMSC for demonstrating sessions; re-exported here because hosts don't depend on adapters. */
export { openSmscSimulator, type SmscSimulatorEvent } from '@postrider/provider-smpp/smsc-simulator'
