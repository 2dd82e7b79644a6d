; ModuleID = 'atomics.c'
source_filename = "atomics.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@x = dso_local global i32 0, align 4
@.str = private unnamed_addr constant [7 x i8] c"x == 3\00", align 1
@.str.1 = private unnamed_addr constant [10 x i8] c"atomics.c\00", align 1
@__PRETTY_FUNCTION__.main = private unnamed_addr constant [15 x i8] c"int main(void)\00", align 1
@y = dso_local local_unnamed_addr global i32 0, align 4
@z = dso_local global i64 0, align 8

; Function Attrs: nounwind uwtable
define dso_local i32 @main() local_unnamed_addr #0 !dbg !13 {
  %1 = alloca i64, align 8
  %2 = alloca i64, align 8
  call void @llvm.lifetime.start.p0(ptr nonnull %1) #6, !dbg !16
  call void @llvm.lifetime.start.p0(ptr nonnull %2) #6, !dbg !16
  %3 = call i32 @pthread_create(ptr noundef nonnull %1, ptr noundef null, ptr noundef nonnull @t, ptr noundef nonnull inttoptr (i64 1 to ptr)) #6, !dbg !17
  %4 = call i32 @pthread_create(ptr noundef nonnull %2, ptr noundef null, ptr noundef nonnull @t, ptr noundef nonnull inttoptr (i64 2 to ptr)) #6, !dbg !18
  %5 = load i64, ptr %1, align 8, !dbg !19, !tbaa !20
  %6 = call i32 @pthread_join(i64 noundef %5, ptr noundef null) #6, !dbg !22
  %7 = load i64, ptr %2, align 8, !dbg !23, !tbaa !20
  %8 = call i32 @pthread_join(i64 noundef %7, ptr noundef null) #6, !dbg !24
  %9 = load atomic i32, ptr @x seq_cst, align 4, !dbg !25, !tbaa !26
  %10 = icmp eq i32 %9, 3, !dbg !27
  br i1 %10, label %12, label %11, !dbg !28

11:                                               ; preds = %0
  call void @__assert_fail(ptr noundef nonnull @.str, ptr noundef nonnull @.str.1, i32 noundef 6, ptr noundef nonnull @__PRETTY_FUNCTION__.main) #7, !dbg !29
  unreachable, !dbg !29

12:                                               ; preds = %0
  %13 = load i32, ptr @y, align 4, !dbg !30, !tbaa !9
  call void @llvm.lifetime.end.p0(ptr nonnull %2) #6, !dbg !31
  call void @llvm.lifetime.end.p0(ptr nonnull %1) #6, !dbg !31
  ret i32 %13, !dbg !32
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(ptr captures(none)) #1

; Function Attrs: nounwind
declare !dbg !33 i32 @pthread_create(ptr noundef, ptr noundef, ptr noundef, ptr noundef) local_unnamed_addr #2

; Function Attrs: mustprogress nofree norecurse nounwind willreturn uwtable
define internal noalias noundef ptr @t(ptr noundef %0) #3 !dbg !35 {
  %2 = cmpxchg weak ptr @x, i32 0, i32 1 seq_cst seq_cst, align 4, !dbg !36
  %3 = ptrtoint ptr %0 to i64, !dbg !37
  %4 = atomicrmw add ptr @z, i64 %3 seq_cst, align 8, !dbg !38
  fence acquire, !dbg !39
  store atomic i32 3, ptr @x release, align 4, !dbg !40
  ret ptr null, !dbg !41
}

declare !dbg !42 i32 @pthread_join(i64 noundef, ptr noundef) local_unnamed_addr #4

; Function Attrs: noreturn nounwind
declare void @__assert_fail(ptr noundef, ptr noundef, i32 noundef, ptr noundef) local_unnamed_addr #5

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(ptr captures(none)) #1

attributes #0 = { nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { mustprogress nofree norecurse nounwind willreturn uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #5 = { noreturn nounwind "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #6 = { nounwind }
attributes #7 = { noreturn nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6, !7}
!llvm.ident = !{!8}
!llvm.errno.tbaa = !{!9}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "Debian clang version 22.1.8 (1~deb12u1)", isOptimized: true, runtimeVersion: 0, emissionKind: LineTablesOnly, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "atomics.c", directory: "/src", checksumkind: CSK_MD5, checksum: "32bfe676179f44dfe5c863e055bde9d5")
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
!13 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 6, type: !14, scopeLine: 6, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, keyInstructions: true)
!14 = !DISubroutineType(types: !15)
!15 = !{}
!16 = !DILocation(line: 6, column: 18, scope: !13)
!17 = !DILocation(line: 6, column: 34, scope: !13)
!18 = !DILocation(line: 6, column: 71, scope: !13)
!19 = !DILocation(line: 6, column: 121, scope: !13)
!20 = !{!21, !21, i64 0}
!21 = !{!"long", !11, i64 0}
!22 = !DILocation(line: 6, column: 108, scope: !13)
!23 = !DILocation(line: 6, column: 141, scope: !13)
!24 = !DILocation(line: 6, column: 128, scope: !13)
!25 = !DILocation(line: 6, column: 155, scope: !13)
!26 = !{!11, !11, i64 0}
!27 = !DILocation(line: 6, column: 157, scope: !13, atomGroup: 1, atomRank: 2)
!28 = !DILocation(line: 6, column: 157, scope: !13, atomGroup: 1, atomRank: 1)
!29 = !DILocation(line: 6, column: 148, scope: !13)
!30 = !DILocation(line: 6, column: 171, scope: !13, atomGroup: 3, atomRank: 2)
!31 = !DILocation(line: 6, column: 174, scope: !13)
!32 = !DILocation(line: 6, column: 164, scope: !13, atomGroup: 3, atomRank: 1)
!33 = !DISubprogram(name: "pthread_create", scope: !34, file: !34, line: 202, type: !14, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!34 = !DIFile(filename: "/usr/include/pthread.h", directory: "", checksumkind: CSK_MD5, checksum: "5205981c6f80cc3dc1e81231df63d8ef")
!35 = distinct !DISubprogram(name: "t", scope: !1, file: !1, line: 5, type: !14, scopeLine: 5, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0, keyInstructions: true)
!36 = !DILocation(line: 5, column: 38, scope: !35)
!37 = !DILocation(line: 5, column: 84, scope: !35)
!38 = !DILocation(line: 5, column: 81, scope: !35)
!39 = !DILocation(line: 5, column: 93, scope: !35)
!40 = !DILocation(line: 5, column: 136, scope: !35, atomGroup: 3, atomRank: 1)
!41 = !DILocation(line: 5, column: 188, scope: !35, atomGroup: 5, atomRank: 1)
!42 = !DISubprogram(name: "pthread_join", scope: !34, file: !34, line: 219, type: !14, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
