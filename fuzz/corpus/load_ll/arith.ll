; ModuleID = 'arith.c'
source_filename = "arith.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%union.anon = type { double }
%struct.__va_list_tag = type { i32, i32, ptr, ptr }
%struct.s = type { i8, [3 x i16], %union.anon, i16 }

@g = dso_local global { i8, i8, [3 x i16], %union.anon, i8, i8, [6 x i8] } { i8 1, i8 0, [3 x i16] [i16 2, i16 3, i16 4], %union.anon { double 1.500000e+00 }, i8 -87, i8 15, [6 x i8] zeroinitializer }, align 8
@tl = dso_local thread_local global i32 4, align 4
@fn = dso_local global ptr null, align 8
@names = internal constant [3 x ptr] [ptr @.str, ptr @.str.1, ptr null], align 16
@.str = private unnamed_addr constant [2 x i8] c"a\00", align 1
@.str.1 = private unnamed_addr constant [3 x i8] c"bc\00", align 1

; Function Attrs: noinline nounwind uwtable
define dso_local double @fl(float noundef %0, double noundef %1, i32 noundef %2) #0 {
  %4 = alloca float, align 4
  %5 = alloca double, align 8
  %6 = alloca i32, align 4
  %7 = alloca double, align 8
  %8 = alloca i32, align 4
  store float %0, ptr %4, align 4
  store double %1, ptr %5, align 8
  store i32 %2, ptr %6, align 4
  %9 = load float, ptr %4, align 4
  %10 = fpext float %9 to double
  %11 = load double, ptr %5, align 8
  %12 = fdiv double %10, %11
  store double %12, ptr %7, align 8
  store i32 0, ptr %8, align 4
  br label %13

13:                                               ; preds = %26, %3
  %14 = load i32, ptr %8, align 4
  %15 = load i32, ptr %6, align 4
  %16 = icmp slt i32 %14, %15
  br i1 %16, label %17, label %29

17:                                               ; preds = %13
  %18 = load i32, ptr %8, align 4
  %19 = sitofp i32 %18 to double
  %20 = load double, ptr %7, align 8
  %21 = fadd double %20, %19
  store double %21, ptr %7, align 8
  %22 = load double, ptr %7, align 8
  %23 = fcmp ogt double %22, 1.000000e+02
  br i1 %23, label %24, label %25

24:                                               ; preds = %17
  br label %29

25:                                               ; preds = %17
  br label %26

26:                                               ; preds = %25
  %27 = load i32, ptr %8, align 4
  %28 = add nsw i32 %27, 1
  store i32 %28, ptr %8, align 4
  br label %13, !llvm.loop !6

29:                                               ; preds = %24, %13
  %30 = load double, ptr %7, align 8
  %31 = call double @sqrt(double noundef %30) #6
  %32 = load double, ptr %7, align 8
  %33 = fptosi double %32 to i32
  %34 = sitofp i32 %33 to double
  %35 = fadd double %31, %34
  ret double %35
}

; Function Attrs: nounwind
declare double @sqrt(double noundef) #1

; Function Attrs: noinline nounwind uwtable
define dso_local i64 @sw(i32 noundef %0, i64 noundef %1) #0 {
  %3 = alloca i64, align 8
  %4 = alloca i32, align 4
  %5 = alloca i64, align 8
  store i32 %0, ptr %4, align 4
  store i64 %1, ptr %5, align 8
  %6 = load i32, ptr %4, align 4
  switch i32 %6, label %18 [
    i32 1, label %7
    i32 7, label %10
    i32 9, label %15
  ]

7:                                                ; preds = %2
  %8 = load i64, ptr %5, align 8
  %9 = shl i64 %8, 3
  store i64 %9, ptr %3, align 8
  br label %26

10:                                               ; preds = %2
  %11 = load i64, ptr %5, align 8
  %12 = load i32, ptr %4, align 4
  %13 = zext i32 %12 to i64
  %14 = ashr i64 %11, %13
  store i64 %14, ptr %3, align 8
  br label %26

15:                                               ; preds = %2
  %16 = load i64, ptr %5, align 8
  %17 = srem i64 %16, 7
  store i64 %17, ptr %3, align 8
  br label %26

18:                                               ; preds = %2
  %19 = load i64, ptr %5, align 8
  %20 = call i64 @llvm.ctpop.i64(i64 %19)
  %21 = trunc i64 %20 to i32
  %22 = load i32, ptr %4, align 4
  %23 = call i32 @llvm.bswap.i32(i32 %22)
  %24 = add i32 %21, %23
  %25 = zext i32 %24 to i64
  store i64 %25, ptr %3, align 8
  br label %26

26:                                               ; preds = %18, %15, %10, %7
  %27 = load i64, ptr %3, align 8
  ret i64 %27
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.ctpop.i64(i64) #2

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.bswap.i32(i32) #2

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @va(i32 noundef %0, ...) #0 {
  %2 = alloca i32, align 4
  %3 = alloca [1 x %struct.__va_list_tag], align 16
  %4 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %5 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %3, i64 0, i64 0
  call void @llvm.va_start.p0(ptr %5)
  store i32 0, ptr %4, align 4
  br label %6

6:                                                ; preds = %24, %1
  %7 = load i32, ptr %2, align 4
  %8 = add nsw i32 %7, -1
  store i32 %8, ptr %2, align 4
  %9 = icmp ne i32 %7, 0
  br i1 %9, label %10, label %29

10:                                               ; preds = %6
  %11 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %3, i64 0, i64 0
  %12 = getelementptr inbounds nuw %struct.__va_list_tag, ptr %11, i32 0, i32 0
  %13 = load i32, ptr %12, align 16
  %14 = icmp ule i32 %13, 40
  br i1 %14, label %15, label %20

15:                                               ; preds = %10
  %16 = getelementptr inbounds nuw %struct.__va_list_tag, ptr %11, i32 0, i32 3
  %17 = load ptr, ptr %16, align 16
  %18 = getelementptr i8, ptr %17, i32 %13
  %19 = add i32 %13, 8
  store i32 %19, ptr %12, align 16
  br label %24

20:                                               ; preds = %10
  %21 = getelementptr inbounds nuw %struct.__va_list_tag, ptr %11, i32 0, i32 2
  %22 = load ptr, ptr %21, align 8
  %23 = getelementptr i8, ptr %22, i32 8
  store ptr %23, ptr %21, align 8
  br label %24

24:                                               ; preds = %20, %15
  %25 = phi ptr [ %18, %15 ], [ %22, %20 ]
  %26 = load i32, ptr %25, align 4
  %27 = load i32, ptr %4, align 4
  %28 = add nsw i32 %27, %26
  store i32 %28, ptr %4, align 4
  br label %6, !llvm.loop !8

29:                                               ; preds = %6
  %30 = getelementptr inbounds [1 x %struct.__va_list_tag], ptr %3, i64 0, i64 0
  call void @llvm.va_end.p0(ptr %30)
  %31 = load i32, ptr %4, align 4
  ret i32 %31
}

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.va_start.p0(ptr) #3

; Function Attrs: nocallback nofree nosync nounwind willreturn
declare void @llvm.va_end.p0(ptr) #3

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @main() #0 {
  %1 = alloca i32, align 4
  %2 = alloca %struct.s, align 8
  %3 = alloca %struct.s, align 8
  %4 = alloca i32, align 4
  store i32 0, ptr %1, align 4
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %2, ptr align 8 @g, i64 24, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %3, ptr align 8 %2, i64 24, i1 false)
  store ptr @sq, ptr @fn, align 8
  %5 = getelementptr inbounds nuw %struct.s, ptr %3, i32 0, i32 3
  %6 = load i16, ptr %5, align 8
  %7 = shl i16 %6, 4
  %8 = ashr i16 %7, 9
  %9 = sext i16 %8 to i32
  %10 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @tl)
  %11 = load i32, ptr %10, align 4
  %12 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %9, i32 %11)
  %13 = extractvalue { i32, i1 } %12, 1
  %14 = extractvalue { i32, i1 } %12, 0
  store i32 %14, ptr %4, align 4
  br i1 %13, label %15, label %16

15:                                               ; preds = %0
  store i32 1, ptr %1, align 4
  br label %40

16:                                               ; preds = %0
  %17 = load ptr, ptr @fn, align 8
  %18 = load i32, ptr %4, align 4
  %19 = call i32 %17(i32 noundef %18)
  %20 = call i32 (i32, ...) @va(i32 noundef 2, i32 noundef 3, i32 noundef 4)
  %21 = add nsw i32 %19, %20
  %22 = call double @fl(float noundef 1.000000e+00, double noundef 2.000000e+00, i32 noundef 3)
  %23 = fptosi double %22 to i32
  %24 = add nsw i32 %21, %23
  %25 = getelementptr inbounds nuw %struct.s, ptr %2, i32 0, i32 2
  %26 = load i64, ptr %25, align 8
  %27 = call i64 @sw(i32 noundef 7, i64 noundef %26)
  %28 = trunc i64 %27 to i32
  %29 = add nsw i32 %24, %28
  %30 = load ptr, ptr getelementptr inbounds ([3 x ptr], ptr @names, i64 0, i64 1), align 8
  %31 = getelementptr inbounds i8, ptr %30, i64 0
  %32 = load i8, ptr %31, align 1
  %33 = sext i8 %32 to i32
  %34 = add nsw i32 %29, %33
  %35 = getelementptr inbounds nuw %struct.s, ptr %3, i32 0, i32 1
  %36 = getelementptr inbounds [3 x i16], ptr %35, i64 0, i64 2
  %37 = load i16, ptr %36, align 2
  %38 = sext i16 %37 to i32
  %39 = add nsw i32 %34, %38
  store i32 %39, ptr %1, align 4
  br label %40

40:                                               ; preds = %16, %15
  %41 = load i32, ptr %1, align 4
  ret i32 %41
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #4

; Function Attrs: noinline nounwind uwtable
define internal i32 @sq(i32 noundef %0) #0 {
  %2 = alloca i32, align 4
  store i32 %0, ptr %2, align 4
  %3 = load i32, ptr %2, align 4
  %4 = load i32, ptr %2, align 4
  %5 = mul nsw i32 %3, %4
  ret i32 %5
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull) #5

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32) #2

attributes #0 = { noinline nounwind uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { nocallback nofree nosync nounwind willreturn }
attributes #4 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #5 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #6 = { nounwind }

!llvm.module.flags = !{!0, !1, !2, !3, !4}
!llvm.ident = !{!5}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 2}
!4 = !{i32 7, !"frame-pointer", i32 2}
!5 = !{!"Debian clang version 22.1.8 (1~deb12u1)"}
!6 = distinct !{!6, !7}
!7 = !{!"llvm.loop.mustprogress"}
!8 = distinct !{!8, !7}
