export { faultsOf } from '../../runner/body/faults-of';
