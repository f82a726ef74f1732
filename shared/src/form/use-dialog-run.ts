import { useState } from 'react';

/** Runs the step of a dialog and closes the dialog; a refusal leaves it open. */
export function useDialogRun(onClose: () => void) {
  const [isRunning, setRunning] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const run = async (step: () => Promise<unknown>) => {
    setRunning(true);
    try {
      await step();
      onClose();
    } catch (error) {
      setRefusal(error);
    } finally {
      setRunning(false);
    }
  };
  return { run, isRunning, refusal };
}
