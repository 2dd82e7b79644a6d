; ModuleID = 'arith.c'
source_filename = "arith.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.anon = type { double }
%struct.__va_list_tag = type { i32, i32, ptr, ptr }

@g = dso_local local_unnamed_addr global { i8, i8, [3 x i16], %union.anon, i8, i8, [6 x i8] } { i8 1, i8 0, [3 x i16] [i16 2, i16 3, i16 4], %union.anon { double 1.500000e+00 }, i8 -87, i8 15, [6 x i8] zeroinitializer }, align 8
@tl = dso_local thread_local local_unnamed_addr global i32 4, align 4
@fn = dso_local local_unnamed_addr global ptr null, align 8

; Function Attrs: nofree norecurse nounwind memory(errnomem: write) uwtable
define dso_local double @fl(float noundef %0, double noundef %1, i32 noundef %2) local_unnamed_addr #0 !dbg !13 {
  %4 = fpext float %0 to double, !dbg !16
  %5 = fdiv double %4, %1, !dbg !17
  %6 = icmp sgt i32 %2, 0, !dbg !18
  br i1 %6, label %7, label %16, !dbg !19

7:                                                ; preds = %3, %7
  %8 = phi i32 [ %13, %7 ], [ 0, %3 ]
  %9 = phi double [ %11, %7 ], [ %5, %3 ]
  %10 = uitofp nneg i32 %8 to double, !dbg !20
  %11 = fadd double %9, %10, !dbg !21
  %12 = fcmp ogt double %11, 1.000000e+02, !dbg !22
  %13 = add nuw nsw i32 %8, 1
  %14 = icmp eq i32 %13, %2
  %15 = select i1 %12, i1 true, i1 %14, !dbg !23
  br i1 %15, label %16, label %7, !dbg !23, !llvm.loop !24

16:                                               ; preds = %7, %3
  %17 = phi double [ %5, %3 ], [ %11, %7 ], !dbg !29
  %18 = tail call double @sqrt(double noundef %17) #9, !dbg !30, !tbaa !9
  %19 = fptosi double %17 to i32, !dbg !31
  %20 = sitofp i32 %19 to double, !dbg !31
  %21 = fadd double %18, %20, !dbg !32
  ret double %21, !dbg !33
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(errnomem: write)
declare !dbg !34 double @sqrt(double noundef) local_unnamed_addr #2

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define dso_local i64 @sw(i32 noundef %0, i64 noundef %1) local_unnamed_addr #3 !dbg !35 {
  switch i32 %0, label %9 [
    i32 1, label %3
    i32 7, label %5
    i32 9, label %7
  ], !dbg !36

3:                                                ; preds = %2
  %4 = shl i64 %1, 3, !dbg !37
  br label %15, !dbg !38

5:                                                ; preds = %2
  %6 = ashr i64 %1, 7, !dbg !39
  br label %15, !dbg !40

7:                                                ; preds = %2
  %8 = srem i64 %1, 7, !dbg !41
  br label %15, !dbg !42

9:                                                ; preds = %2
  %10 = tail call range(i64 0, 65) i64 @llvm.ctpop.i64(i64 %1), !dbg !43
  %11 = trunc nuw nsw i64 %10 to i32, !dbg !43
  %12 = tail call i32 @llvm.bswap.i32(i32 %0), !dbg !44
  %13 = add i32 %12, %11, !dbg !45
  %14 = zext i32 %13 to i64, !dbg !46
  br label %15, !dbg !47

15:                                               ; preds = %9, %7, %5, %3
  %16 = phi i64 [ %14, %9 ], [ %4, %3 ], [ %6, %5 ], [ %8, %7 ], !dbg !48
  ret i64 %16, !dbg !49
}

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.ctpop.i64(i64) #4

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.bswap.i32(i32) #4

; Function Attrs: nofree norecurse nosync nounwind uwtable
define dso_local i32 @va(i32 noundef %0, ...) local_unnamed_addr #5 !dbg !50 {
  %2 = alloca [1 x %struct.__va_list_tag], align 16
  call void @llvm.lifetime.start.p0(ptr nonnull %2) #9, !dbg !51
  call void @llvm.va_start.p0(ptr nonnull %2), !dbg !52
  %3 = icmp eq i32 %0, 0, !dbg !53
  br i1 %3, label %30, label %4, !dbg !54

4:                                                ; preds = %1
  %5 = load i32, ptr %2, align 16
  %6 = getelementptr inbounds nuw i8, ptr %2, i64 8
  %7 = getelementptr inbounds nuw i8, ptr %2, i64 16
  %8 = load ptr, ptr %7, align 16
  %9 = load ptr, ptr %6, align 8
  br label %10, !dbg !54

10:                                               ; preds = %4, %23
  %11 = phi ptr [ %9, %4 ], [ %24, %23 ]
  %12 = phi i32 [ %0, %4 ], [ %15, %23 ]
  %13 = phi i32 [ 0, %4 ], [ %28, %23 ]
  %14 = phi i32 [ %5, %4 ], [ %25, %23 ]
  %15 = add nsw i32 %12, -1, !dbg !55
  %16 = icmp ult i32 %14, 41, !dbg !56
  br i1 %16, label %17, label %21, !dbg !56

17:                                               ; preds = %10
  %18 = zext nneg i32 %14 to i64, !dbg !56
  %19 = getelementptr i8, ptr %8, i64 %18, !dbg !56
  %20 = add nuw nsw i32 %14, 8, !dbg !56
  store i32 %20, ptr %2, align 16, !dbg !56
  br label %23, !dbg !56

21:                                               ; preds = %10
  %22 = getelementptr i8, ptr %11, i64 8, !dbg !56
  store ptr %22, ptr %6, align 8, !dbg !56
  br label %23, !dbg !56

23:                                               ; preds = %21, %17
  %24 = phi ptr [ %11, %17 ], [ %22, %21 ]
  %25 = phi i32 [ %20, %17 ], [ %14, %21 ]
  %26 = phi ptr [ %19, %17 ], [ %11, %21 ], !dbg !56
  %27 = load i32, ptr %26, align 4, !dbg !56, !tbaa !9
  %28 = add nsw i32 %27, %13, !dbg !57
  %29 = icmp eq i32 %15, 0, !dbg !58
  br i1 %29, label %30, label %10, !dbg !59, !llvm.loop !60

30:                                               ; preds = %23, %1
  %31 = phi i32 [ 0, %1 ], [ %28, %23 ], !dbg !63
  call void @llvm.va_end.p0(ptr %2), !dbg !64
  call void @llvm.lifetime.end.p0(ptr nonnull %2) #9, !dbg !65
  ret i32 %31, !dbg !66
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn
declare void @llvm.va_start.p0(ptr) #6

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn
declare void @llvm.va_end.p0(ptr) #6

; Function Attrs: nofree norecurse nounwind uwtable
define dso_local i32 @main() local_unnamed_addr #7 !dbg !67 {
  %1 = load i16, ptr getelementptr inbounds nuw (i8, ptr @g, i64 6), align 2, !dbg !68, !tbaa !69
  %2 = load i64, ptr getelementptr inbounds nuw (i8, ptr @g, i64 8), align 8, !dbg !68, !tbaa !69
  %3 = load i16, ptr getelementptr inbounds nuw (i8, ptr @g, i64 16), align 8, !dbg !68, !tbaa !69
  store ptr @sq, ptr @fn, align 8, !dbg !70, !tbaa !71
  %4 = shl i16 %3, 4, !dbg !73
  %5 = ashr i16 %4, 9, !dbg !73
  %6 = sext i16 %5 to i32, !dbg !73
  %7 = tail call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @tl), !dbg !74
  %8 = load i32, ptr %7, align 4, !dbg !74, !tbaa !9
  %9 = tail call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %6, i32 %8), !dbg !75
  %10 = extractvalue { i32, i1 } %9, 1, !dbg !76
  br i1 %10, label %38, label %11, !dbg !77

11:                                               ; preds = %0
  %12 = tail call i32 (i32, ...) @va(i32 noundef 2, i32 noundef 3, i32 noundef 4), !dbg !78
  br label %13, !dbg !79

13:                                               ; preds = %13, %11
  %14 = phi i32 [ %19, %13 ], [ 0, %11 ]
  %15 = phi double [ %17, %13 ], [ 5.000000e-01, %11 ]
  %16 = uitofp nneg i32 %14 to double, !dbg !81
  %17 = fadd double %15, %16, !dbg !82
  %18 = fcmp ogt double %17, 1.000000e+02, !dbg !83
  %19 = add nuw nsw i32 %14, 1
  %20 = icmp eq i32 %19, 3
  %21 = select i1 %18, i1 true, i1 %20, !dbg !84
  br i1 %21, label %22, label %13, !dbg !84, !llvm.loop !85

22:                                               ; preds = %13
  %23 = extractvalue { i32, i1 } %9, 0, !dbg !75
  %24 = mul nsw i32 %23, %23, !dbg !88
  %25 = tail call double @sqrt(double noundef %17) #9, !dbg !91, !tbaa !9
  %26 = fptosi double %17 to i32, !dbg !92
  %27 = sitofp i32 %26 to double, !dbg !92
  %28 = fadd double %25, %27, !dbg !93
  %29 = fptosi double %28 to i32, !dbg !94
  %30 = lshr i64 %2, 7, !dbg !95
  %31 = trunc i64 %30 to i32, !dbg !97
  %32 = sext i16 %1 to i32, !dbg !98
  %33 = add nsw i32 %32, 98, !dbg !99
  %34 = add i32 %33, %31, !dbg !100
  %35 = add i32 %34, %24, !dbg !101
  %36 = add i32 %35, %12, !dbg !102
  %37 = add i32 %36, %29, !dbg !103
  br label %38, !dbg !104

38:                                               ; preds = %0, %22
  %39 = phi i32 [ %37, %22 ], [ 1, %0 ], !dbg !105
  ret i32 %39, !dbg !106
}

; Function Attrs: mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable
define internal i32 @sq(i32 noundef %0) #3 !dbg !89 {
  %2 = mul nsw i32 %0, %0, !dbg !107
  ret i32 %2, !dbg !108
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull) #8

; Function Attrs: mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32) #4

attributes #0 = { nofree norecurse nounwind memory(errnomem: write) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { mustprogress nocallback nofree nounwind willreturn memory(errnomem: write) "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { mustprogress nofree norecurse nosync nounwind willreturn memory(none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #5 = { nofree norecurse nosync nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #6 = { mustprogress nocallback nofree nosync nounwind willreturn }
attributes #7 = { nofree norecurse nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #8 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #9 = { nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6, !7}
!llvm.ident = !{!8}
!llvm.errno.tbaa = !{!9}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "Debian clang version 22.1.8 (1~deb12u1)", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "arith.c", directory: "/src", checksumkind: CSK_MD5, checksum: "9fb647282c92acb7a4928feb9b879e1b")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 8, !"PIC Level", i32 2}
!6 = !{i32 7, !"PIE Level", i32 2}
!7 = !{i32 7, !"uwtable", i32 2}
!8 = !{!"Debian clang version 22.1.8 (1~deb12u1)"}
!9 = !{!10, !10, i64 0}
!10 = !{!"int", !11, i64 0}
!11 = !{!"omnipotent char", !12, i64 0}
!12 = !{!"Simple C/C++ TBAA"}
!13 = distinct !DISubprogram(name: "fl", scope: !1, file: !1, line: 4, type: !14, scopeLine: 4, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, keyInstructions: true)
!14 = !DISubroutineType(types: !15)
!15 = !{}
!16 = !DILocation(line: 4, column: 50, scope: !13)
!17 = !DILocation(line: 4, column: 52, scope: !13, atomGroup: 1, atomRank: 2)
!18 = !DILocation(line: 4, column: 75, scope: !13, atomGroup: 12, atomRank: 1)
!19 = !DILocation(line: 4, column: 57, scope: !13, atomGroup: 13, atomRank: 1)
!20 = !DILocation(line: 4, column: 92, scope: !13)
!21 = !DILocation(line: 4, column: 89, scope: !13, atomGroup: 5, atomRank: 2)
!22 = !DILocation(line: 4, column: 101, scope: !13, atomGroup: 6, atomRank: 2)
!23 = !DILocation(line: 4, column: 101, scope: !13, atomGroup: 6, atomRank: 1)
!24 = distinct !{!24, !25, !26, !27, !28}
!25 = !DILocation(line: 4, column: 57, scope: !13)
!26 = !DILocation(line: 4, column: 115, scope: !13)
!27 = !{!"llvm.loop.mustprogress"}
!28 = !{!"llvm.loop.unroll.disable"}
!29 = !DILocation(line: 4, scope: !13, atomGroup: 1, atomRank: 1)
!30 = !DILocation(line: 4, column: 124, scope: !13)
!31 = !DILocation(line: 4, column: 144, scope: !13)
!32 = !DILocation(line: 4, column: 142, scope: !13, atomGroup: 11, atomRank: 2)
!33 = !DILocation(line: 4, column: 117, scope: !13, atomGroup: 11, atomRank: 1)
!34 = !DISubprogram(name: "__builtin_sqrt", scope: !1, file: !1, line: 4, type: !14, flags: DIFlagArtificial | DIFlagPrototyped, spFlags: DISPFlagOptimized)
!35 = distinct !DISubprogram(name: "sw", scope: !1, file: !1, line: 5, type: !14, scopeLine: 5, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, keyInstructions: true)
!36 = !DILocation(line: 5, column: 31, scope: !35, atomGroup: 1, atomRank: 1)
!37 = !DILocation(line: 5, column: 61, scope: !35, atomGroup: 2, atomRank: 2)
!38 = !DILocation(line: 5, column: 52, scope: !35, atomGroup: 2, atomRank: 1)
!39 = !DILocation(line: 5, column: 84, scope: !35, atomGroup: 3, atomRank: 2)
!40 = !DILocation(line: 5, column: 75, scope: !35, atomGroup: 3, atomRank: 1)
!41 = !DILocation(line: 5, column: 107, scope: !35, atomGroup: 4, atomRank: 2)
!42 = !DILocation(line: 5, column: 98, scope: !35, atomGroup: 4, atomRank: 1)
!43 = !DILocation(line: 5, column: 128, scope: !35)
!44 = !DILocation(line: 5, column: 153, scope: !35)
!45 = !DILocation(line: 5, column: 151, scope: !35, atomGroup: 5, atomRank: 3)
!46 = !DILocation(line: 5, column: 128, scope: !35, atomGroup: 5, atomRank: 2)
!47 = !DILocation(line: 5, column: 121, scope: !35, atomGroup: 5, atomRank: 1)
!48 = !DILocation(line: 5, scope: !35, atomGroup: 2, atomRank: 1)
!49 = !DILocation(line: 5, column: 177, scope: !35, atomGroup: 6, atomRank: 1)
!50 = distinct !DISubprogram(name: "va", scope: !1, file: !1, line: 6, type: !14, scopeLine: 6, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, keyInstructions: true)
!51 = !DILocation(line: 6, column: 22, scope: !50)
!52 = !DILocation(line: 6, column: 43, scope: !50)
!53 = !DILocation(line: 6, column: 80, scope: !50, atomGroup: 15, atomRank: 1)
!54 = !DILocation(line: 6, column: 80, scope: !50, atomGroup: 16, atomRank: 1)
!55 = !DILocation(line: 6, column: 88, scope: !50, atomGroup: 2, atomRank: 2)
!56 = !DILocation(line: 6, column: 97, scope: !50)
!57 = !DILocation(line: 6, column: 94, scope: !50, atomGroup: 5, atomRank: 2)
!58 = !DILocation(line: 6, column: 80, scope: !50, atomGroup: 3, atomRank: 1)
!59 = !DILocation(line: 6, column: 80, scope: !50, atomGroup: 4, atomRank: 1)
!60 = distinct !{!60, !61, !62, !27, !28}
!61 = !DILocation(line: 6, column: 80, scope: !50)
!62 = !DILocation(line: 6, column: 120, scope: !50)
!63 = !DILocation(line: 6, scope: !50, atomGroup: 1, atomRank: 1)
!64 = !DILocation(line: 6, column: 123, scope: !50)
!65 = !DILocation(line: 6, column: 154, scope: !50)
!66 = !DILocation(line: 6, column: 144, scope: !50, atomGroup: 7, atomRank: 1)
!67 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 7, type: !14, scopeLine: 7, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, keyInstructions: true)
!68 = !DILocation(line: 7, column: 31, scope: !67, atomGroup: 1, atomRank: 1)
!69 = !{!11, !11, i64 0}
!70 = !DILocation(line: 7, column: 76, scope: !67, atomGroup: 3, atomRank: 1)
!71 = !{!72, !72, i64 0}
!72 = !{!"any pointer", !11, i64 0}
!73 = !DILocation(line: 7, column: 119, scope: !67)
!74 = !DILocation(line: 7, column: 122, scope: !67)
!75 = !DILocation(line: 7, column: 93, scope: !67)
!76 = !DILocation(line: 7, column: 93, scope: !67, atomGroup: 4, atomRank: 2)
!77 = !DILocation(line: 7, column: 93, scope: !67, atomGroup: 4, atomRank: 1)
!78 = !DILocation(line: 7, column: 156, scope: !67)
!79 = !DILocation(line: 4, column: 57, scope: !13, inlinedAt: !80, atomGroup: 13, atomRank: 1)
!80 = distinct !DILocation(line: 7, column: 175, scope: !67)
!81 = !DILocation(line: 4, column: 92, scope: !13, inlinedAt: !80)
!82 = !DILocation(line: 4, column: 89, scope: !13, inlinedAt: !80, atomGroup: 5, atomRank: 2)
!83 = !DILocation(line: 4, column: 101, scope: !13, inlinedAt: !80, atomGroup: 6, atomRank: 2)
!84 = !DILocation(line: 4, column: 101, scope: !13, inlinedAt: !80, atomGroup: 6, atomRank: 1)
!85 = distinct !{!85, !86, !87, !27, !28}
!86 = !DILocation(line: 4, column: 57, scope: !13, inlinedAt: !80)
!87 = !DILocation(line: 4, column: 115, scope: !13, inlinedAt: !80)
!88 = !DILocation(line: 3, column: 49, scope: !89, inlinedAt: !90, atomGroup: 1, atomRank: 2)
!89 = distinct !DISubprogram(name: "sq", scope: !1, file: !1, line: 3, type: !14, scopeLine: 3, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0, keyInstructions: true)
!90 = distinct !DILocation(line: 7, column: 148, scope: !67)
!91 = !DILocation(line: 4, column: 124, scope: !13, inlinedAt: !80)
!92 = !DILocation(line: 4, column: 144, scope: !13, inlinedAt: !80)
!93 = !DILocation(line: 4, column: 142, scope: !13, inlinedAt: !80, atomGroup: 11, atomRank: 2)
!94 = !DILocation(line: 7, column: 170, scope: !67)
!95 = !DILocation(line: 5, column: 84, scope: !35, inlinedAt: !96, atomGroup: 3, atomRank: 2)
!96 = distinct !DILocation(line: 7, column: 194, scope: !67)
!97 = !DILocation(line: 7, column: 189, scope: !67)
!98 = !DILocation(line: 7, column: 223, scope: !67)
!99 = !DILocation(line: 7, column: 154, scope: !67)
!100 = !DILocation(line: 7, column: 168, scope: !67)
!101 = !DILocation(line: 7, column: 187, scope: !67)
!102 = !DILocation(line: 7, column: 207, scope: !67)
!103 = !DILocation(line: 7, column: 221, scope: !67, atomGroup: 6, atomRank: 2)
!104 = !DILocation(line: 7, column: 141, scope: !67, atomGroup: 6, atomRank: 1)
!105 = !DILocation(line: 7, scope: !67, atomGroup: 5, atomRank: 1)
!106 = !DILocation(line: 7, column: 231, scope: !67, atomGroup: 7, atomRank: 1)
!107 = !DILocation(line: 3, column: 49, scope: !89, atomGroup: 1, atomRank: 2)
!108 = !DILocation(line: 3, column: 40, scope: !89, atomGroup: 1, atomRank: 1)
