import { reportRoutes, type ReportSubject } from '@hereabouts/contract/reports';
import { useMutation } from '@tanstack/react-query';
import { call, isServerResponse } from '#web/lib/api/api.ts';
import { failureText } from '#web/lib/api/failure-text.ts';
import * as texts from '#web/texts/reports.ts';

export const useReport = () =>
  useMutation({
    mutationFn: ({ subject, reason }: { subject: ReportSubject; reason: string }) =>
      call(reportRoutes.report, { body: { ...subject, reason } }),
  });

export function reportProblem(error: Error): string {
  if (isServerResponse(error) && error.code !== 'internal') return error.message;
  return failureText(texts.sendReportFailed, error);
}
